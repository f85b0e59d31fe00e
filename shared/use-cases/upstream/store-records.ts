import type { Finding } from '../../domain/findings/finding.ts';
import { countFindings } from '../../domain/runs/run-state.ts';
import { DAY, HOUR, type Instant, SECOND } from '../../domain/time/instant.ts';
import {
  CHECK_GAP,
  type MonitorResource,
  WEBHOOK_PATIENCE,
} from '../../domain/upstream/upstream-resource.ts';
import { spaceOf, type Watch } from '../../domain/watches/watch.ts';
import { type ItemsQuarantined, joinQuarantined } from '../alerts/put-alerts.ts';
import {
  type InsertPorts,
  type InsertScope,
  orderDeciding,
  type OrderPorts,
} from '../collect/insert-findings.ts';
import { recogniseRecords } from '../collect/recognise-records.ts';
import { storeKnownAndNew } from '../collect/record-changes.ts';
import { changeState } from '../collect/change-state.ts';
import type { CallContext } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import { countMonitorRuns } from './count-monitor-runs.ts';
import { makeCalls, mayTakeStep, type Sent, type UpstreamSweep, writeFailure } from './take-step.ts';
import type { RecordReading, SeenRecords, SeenRun } from '../ports/services.ts';

export function recordReadingFor({ exclude }: Watch, now: Instant): RecordReading {
  return { exclude, now };
}

export type StoreRecordsPorts = InsertPorts & OrderPorts & Pick<Ports, 'recordKeys' | 'states'>;

/** Records, and the job of those that do not name one themselves. */
export interface ReadRecords extends Omit<SeenRecords, 'refused'> {
  jobId: string;
}

/** How many records were new, how many known ones had changed, and what became of them. */
export interface StoredRecords extends ItemsQuarantined {
  new: number;
  changed: number;
}

export function sumStoredRecords(parts: readonly StoredRecords[]): StoredRecords {
  const sum = (key: 'new' | 'changed') => parts.reduce((total, part) => total + part[key], 0);
  return { ...joinQuarantined(...parts), new: sum('new'), changed: sum('changed') };
}

/**
 * Stores records outside of a run; whoever calls it orders them to be decided. A record that reports what a record of
 * an earlier job reported is that finding; a known one with other content is stored again and not notified again.
 */
export async function storeRecords(
  { jobId, origins, unusable: unread = [], sources = new Map(), ...seen }: ReadRecords,
  { ports, watch }: { ports: StoreRecordsPorts; watch: Watch },
): Promise<StoredRecords> {
  const recognising = {
    watch,
    ports,
    originOf: ({ fingerprint }: Finding) => origins.get(fingerprint) ?? jobId,
    expiresAt: ports.clock.now() + watch.retention,
  };
  const { records, unusable } = await recogniseRecords(recognising, { findings: seen.findings, sources });
  const scope: InsertScope = {
    ports,
    watch,
    track: 'live',
    finish: Number.POSITIVE_INFINITY,
    isHolder: false,
  };
  const { stored, ...inserted } = await storeKnownAndNew(scope, {
    findings: records,
    sources,
    unusable: [...unread, ...unusable],
    silent: false,
    discoveryOf: () => ({ run: { id: jobId, track: 'live' } }),
  });
  return { ...inserted, new: stored };
}

/** Other holders of the state of a watch with a monitor hold it for moments; after a death, for a minute. */
const TRIES = 75;

/**
 * Adds to the state of a watch how many findings were stored for the first time outside its runs. The first ones of a
 * month need the lease, which may be held. Where it is not free in time, the sum lacks these, and the findings are
 * stored all the same.
 */
export async function countFound(
  { states, clock }: Pick<Ports, 'states' | 'clock'>,
  { watchId, found, owner, deadline }: { watchId: string; found: number } & CallContext,
): Promise<void> {
  if (found === 0) return;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const now = clock.now();
    if (await states.addFound(watchId, { now, found })) return;
    const isCounted = await changeState({ states, clock }, { owner, watchId, track: 'live' }, (state) => ({
      counters: countFindings(state.counters, { found, now }),
    }));
    if (isCounted) return;
    if (now + SECOND >= deadline) return;
    await clock.sleep(SECOND);
  }
}

/** How far back the history of deliveries is read: an hour between two comparisons, and as much again for retries. */
const HISTORY = 2 * HOUR;
/** How long a run is recorded as collected: longer than the list of runs that is compared. */
const REMEMBERED = 60 * DAY;

/** When the record that a run is collected may be forgotten. */
export function rememberedUntil(now: Instant): Instant {
  return now + REMEMBERED;
}

interface MonitorRuns {
  watch: Watch;
  resource: MonitorResource;
  monitorId: string;
  webhookId: string;
}

/**
 * Once an hour, compares the runs of each monitor with what was collected, and reads the history of its webhook. Where
 * a payload never came, or was cut, the records of the monitor are pulled. Nothing is triggered, so that nothing comes
 * twice.
 */
export async function pullMissingRecords(
  sweep: UpstreamSweep,
  { watches, monitors }: { watches: readonly Watch[]; monitors: readonly MonitorResource[] },
): Promise<void> {
  for (const resource of monitors) {
    const watch = watches.find(({ id }) => id === resource.name);
    const { former, monitor = former, webhook, healedAt = 0 } = resource;
    const isDue = sweep.ports.clock.now() >= healedAt + CHECK_GAP;
    if (!watch || !monitor || !webhook || !isDue || !mayTakeStep(sweep, resource)) continue;
    const runs = { watch, resource, monitorId: monitor.id, webhookId: webhook.id };
    const compared = await makeCalls(sweep, resource, { send: () => compareRuns(sweep, runs) });
    if (compared.end === 'failed')
      await writeFailure(sweep, resource, { error: compared.error, before: resource.intent });
  }
}

async function compareRuns(sweep: UpstreamSweep, given: MonitorRuns): Promise<Sent<MonitorResource>> {
  const { ports, limits } = sweep;
  const { watch, resource, monitorId } = given;
  const now = ports.clock.now();
  const runs = await ports.monitors.runs(monitorId, limits);
  // Its first job was an extraction of ours, and counted as such.
  const { referenceJobId } = resource.monitor ?? resource.former ?? {};
  await countMonitorRuns(sweep, { watch, runs: runs.filter(({ jobId }) => jobId !== referenceJobId) });
  // A disabled watch stores nothing new. Once it is enabled again, its missing runs are pulled like all others.
  const missing = watch.disabled ? [] : await missingRuns(sweep, given, runs);
  if (missing.length === 0) return { change: { healedAt: now } };
  const { new: found, alerts, channels, quarantined, faults } = await pullRecords(sweep, given);
  for (const { jobId } of missing) {
    const expiresAt = rememberedUntil(now);
    await ports.collectedRuns.note({ watchId: watch.id, jobId, takenAt: now, isPulled: true, expiresAt });
  }
  const healed = [{ watchId: watch.id, runs: missing.length, found }];
  sweep.report({ healed, alerts, channels, quarantined, faults });
  return { change: { healedAt: now } };
}

/** Runs whose payload never came, and those whose payload was cut. */
async function missingRuns(
  { ports, limits }: UpstreamSweep,
  { watch, resource, webhookId }: MonitorRuns,
  all: readonly SeenRun[],
): Promise<SeenRun[]> {
  const now = ports.clock.now();
  const runs = all.filter(({ endedAt }) => endedAt <= now - WEBHOOK_PATIENCE);
  if (runs.length === 0) return [];
  const since = (resource.healedAt ?? now) - HISTORY;
  const cut = new Set(await ports.monitors.cutDeliveries({ webhookId, since }, limits));
  const jobIds = runs.map(({ jobId }) => jobId);
  const collected = new Map((await ports.collectedRuns.of(watch.id, jobIds)).map((run) => [run.jobId, run]));
  return runs.filter(({ jobId }) => {
    const run = collected.get(jobId);
    return !run || (cut.has(jobId) && !run.isPulled);
  });
}

/** Stores every record of a monitor: what is known already stays as it is. */
async function pullRecords(
  { ports, limits }: UpstreamSweep,
  { watch, monitorId }: MonitorRuns,
): Promise<StoredRecords> {
  const pulled = await ports.monitors.records(monitorId, recordReadingFor(watch, ports.clock.now()), limits);
  const stored = await storeRecords({ ...pulled, jobId: monitorId }, { ports, watch });
  await orderDeciding(ports, spaceOf(watch), { by: `healing of ${monitorId}` });
  await countFound(ports, { watchId: watch.id, found: stored.new, ...limits });
  return stored;
}
