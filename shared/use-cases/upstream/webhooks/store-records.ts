import { joinAlertsMade } from '../../../domain/alerts/alert.ts';
import type { Finding } from '../../../domain/findings/finding.ts';
import { type Instant, MINUTE, SECOND } from '../../../domain/time/instant.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { recordChanges, rememberChannels } from '../../alerts/put-alerts.ts';
import type { ItemsQuarantined } from '../../alerts/quarantine-items.ts';
import { joinQuarantined } from '../../run/progress.ts';
import type { InsertPorts, InsertScope } from '../../context/finding-scope.ts';
import { recogniseRecords } from '../../findings/recognise-records.ts';
import type { RecordReading, SeenRecords } from '../../ports/upstream.ts';
import { insertForJudging } from '../../run/insert-for-judging.ts';
import type { Ports } from '../../ports/ports.ts';
import { countersOf, monthOf } from '../../../domain/runs/run-state.ts';
import type { CallContext } from '../../ports/clock.ts';

export function recordReadingFor({ exclude, keep }: Watch, now: Instant): RecordReading {
  return { exclude, keepRaw: keep === 'full', now };
}

export type StoreRecordsPorts = InsertPorts & Pick<Ports, 'marks' | 'states' | 'queue'>;

/** Records, and the job of those that do not name one themselves. */
export interface ReadRecords extends Omit<SeenRecords, 'refused'> {
  jobId: string;
}

/** How many records were new, how many known ones had changed, and what became of them. */
export interface StoredRecords extends ItemsQuarantined {
  new: number;
  changed: number;
  stories: number;
}

export function sumStoredRecords(parts: readonly StoredRecords[]): StoredRecords {
  const sum = (key: 'new' | 'changed' | 'stories') => parts.reduce((total, part) => total + part[key], 0);
  return { ...joinQuarantined(...parts), new: sum('new'), changed: sum('changed'), stories: sum('stories') };
}

/**
 * Stores records outside of a run; whoever calls it orders them to be judged. A record that reports what a record of an earlier job reported
 * is that finding; a known one with other content is stored again and not notified again.
 */
export async function storeRecords(
  { findings, origins, jobId, raw, sources, unusable = [] }: ReadRecords,
  { ports: given, watch }: { ports: StoreRecordsPorts; watch: Watch },
): Promise<StoredRecords> {
  const ports = { ...given, definitions: rememberChannels(given.definitions) };
  const scope: InsertScope = { ports, watch, track: 'live', finish: Number.POSITIVE_INFINITY };
  const originOf = ({ fingerprint }: Finding) => origins.get(fingerprint) ?? jobId;
  const expiresAt = ports.clock.now() + watch.retention;
  const recognising = { watch, ports, originOf, expiresAt };
  const { records, unusable: strange } = await recogniseRecords(recognising, { findings, sources });
  const changes = await recordChanges(scope, records, { silent: false, sources });
  const items = { findings: records, raw, sources, unusable: [...unusable, ...strange, ...changes.unusable] };
  const discovery = { run: { id: jobId, track: 'live' } } as const;
  const inserted = await insertForJudging(scope, { ...items, discovery }, undefined);
  return {
    ...inserted,
    ...joinAlertsMade(changes, inserted),
    new: inserted.stored,
    changed: changes.changed,
    stories: inserted.stories.size,
  };
}

/** The state of a watch with a monitor is held for moments; after a death, for a minute. */
const TRIES = 75;

/**
 * Adds to the state of a watch how many findings were stored for the first time outside its runs. Where the state is not
 * free in time, the sum lacks these, and the findings are stored all the same.
 */
export async function countFound(
  { states, clock }: Pick<Ports, 'states' | 'clock'>,
  { watchId, found, owner, deadline }: { watchId: string; found: number } & CallContext,
): Promise<void> {
  if (found === 0) return;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const now = clock.now();
    const state = await states.acquire({ watchId, track: 'live' }, { owner, until: now + MINUTE }, now);
    const before = countersOf(monthOf(now), state?.counters);
    const counters = { ...before, found: before.found + found };
    if (state && (await states.save(state, { set: { counters }, release: true }))) return;
    if (now + SECOND >= deadline) return;
    await clock.sleep(SECOND);
  }
}
