import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEventsService } from '../../../../../infra/local/services/events/service.ts';
import { type Corpus, loadCorpus } from '../../../../../infra/local/services/kit/corpus/corpus.ts';
import { hostServices } from '../../../../../infra/local/services/kit/http/host-services.ts';
import { DEFAULT_PLAN, type Plan, singleKey } from '../../../../../infra/local/services/kit/plan.ts';
import { NOW, testDeps } from '../kit/test-deps.ts';

export { NOW } from '../kit/test-deps.ts';
export const KEY = { 'x-api-token': 'local-events-key' };

/** Records as a corpus file would hold them. */
export async function corpusOf(lines: readonly object[]): Promise<Corpus> {
  const file = join(mkdtempSync(join(tmpdir(), 'events-')), 'corpus.ndjson');
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  return loadCorpus([file], { shiftToNow: false, now: NOW });
}

export type OpenEvents = Awaited<ReturnType<typeof openEvents>>;

/** The events service over these lines, on a free port; no limits unless the plan sets them. */
export async function openEvents(
  lines: readonly object[],
  { active = true, ...events }: Partial<Plan['events']> & { active?: boolean } = {},
) {
  const deps = testDeps({
    ...DEFAULT_PLAN,
    active,
    events: { ...DEFAULT_PLAN.events, callsPerSecond: 100_000, ...events },
  });
  const keys = singleKey({ header: 'x-api-token', key: KEY['x-api-token'] });
  const service = createEventsService({ ...deps, keys, corpus: await corpusOf(lines) });
  const host = await hostServices([service], deps);
  const call = async (path: string, init: RequestInit): Promise<{ status: number; body: any }> => {
    const answer = await fetch(`${host.url}/events/api${path}`, { ...init, headers: KEY });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    ...deps,
    ...host,
    search: async (body: unknown) =>
      call('/events_search', { method: 'POST', body: JSON.stringify(body) ?? '' }),
    get: async (path: string) => call(path, {}),
  };
}
