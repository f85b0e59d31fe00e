import { chanceFrom, idsFrom } from '../../../../../infra/local/services/kit/clock.ts';
import { type Corpus, loadCorpus } from '../../../../../infra/local/services/kit/corpus/corpus.ts';
import { playFaults } from '../../../../../infra/local/services/kit/faults.ts';
import { type Host, hostServices } from '../../../../../infra/local/services/kit/http/host-services.ts';
import { DEFAULT_PLAN, type Plan, singleKey } from '../../../../../infra/local/services/kit/plan.ts';
import { openMemoryState } from '../../../../../infra/local/services/kit/state-folder.ts';
import { trackUsage } from '../../../../../infra/local/services/kit/usage.ts';
import { createEventsService } from '../../../../../infra/local/services/events/service.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handClock } from '../kit/http/open-host.ts';

export const NOW = Date.parse('2026-11-21T08:00:00Z');
export const KEY = { 'x-api-token': 'local-events-key' };

/** Records as a corpus file would hold them. */
export async function corpusOf(lines: readonly object[]): Promise<Corpus> {
  const file = join(mkdtempSync(join(tmpdir(), 'events-')), 'corpus.ndjson');
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  return loadCorpus([file], { shiftToNow: false, now: NOW });
}

export interface OpenEvents extends Host {
  clock: ReturnType<typeof handClock>;
  logged: string[];
  search(body: unknown): Promise<{ status: number; body: any }>;
  get(path: string): Promise<{ status: number; body: any }>;
}

/** The events service over these lines, on a free port; no limits unless the plan sets them. */
export async function openEvents(
  lines: readonly object[],
  plan: Partial<Plan['events']> & { active?: boolean } = {},
): Promise<OpenEvents> {
  const { active = true, ...events } = plan;
  const clock = handClock(NOW);
  const state = openMemoryState();
  const deps = {
    keys: singleKey({ header: 'x-api-token', key: KEY['x-api-token'] }),
    clock,
    chance: chanceFrom(1),
    newId: idsFrom(chanceFrom(2)),
    corpus: await corpusOf(lines),
    state,
    usage: trackUsage({ clock, state }),
    faults: playFaults(),
    plan: { ...DEFAULT_PLAN, active, events: { ...DEFAULT_PLAN.events, callsPerSecond: 100_000, ...events } },
    log: (line: string) => void logged.push(line),
  };
  const logged: string[] = [];
  const host = await hostServices([createEventsService(deps)], { ...deps, port: 0 });
  const call = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${host.url}/events/api${path}`, { ...init, headers: KEY });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    ...host,
    clock,
    logged,
    search: (body) => call('/events_search', { method: 'POST', body: JSON.stringify(body) ?? '' }),
    get: (path) => call(path, {}),
  };
}
