import { DAY, HOUR, type Instant } from '../../../domain/time/instant.ts';
import type { MonitorResource } from '../../../domain/upstream/upstream-resource.ts';
import { CHECK_GAP, WEBHOOK_PATIENCE } from '../../../domain/upstream/upstream-times.ts';
import { spaceOf } from '../../../domain/watches/space.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { orderDeciding } from '../../collect/insert-findings.ts';
import type { SeenRun } from '../../ports/upstream.ts';
import { countMonitorRuns } from '../count-monitor-runs.ts';
import { mayTakeStep, writeFailure } from '../reconcile-resource.ts';
import { type Sent, takePlannedStep } from '../take-planned-step.ts';
import type { SweepOutcome, UpstreamSweep } from '../upstream-sweep.ts';
import { countFound, recordReadingFor, type StoredRecords, storeRecords } from './store-records.ts';

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
 * Once an hour, compares the runs of each monitor with what was collected, and reads the history of its webhook. Where a
 * payload never came, or was cut, the records of the monitor are pulled. Nothing is triggered, so that nothing comes twice.
 */
export async function pullMissingRecords(
  sweep: UpstreamSweep,
  { watches, monitors }: { watches: readonly Watch[]; monitors: readonly MonitorResource[] },
): Promise<Partial<SweepOutcome>[]> {
  const outcomes: Partial<SweepOutcome>[] = [];
  for (const resource of monitors) {
    const watch = watches.find(({ id }) => id === resource.name);
    const { former, monitor = former, webhook, healedAt = 0 } = resource;
    const isDue = sweep.ports.clock.now() >= healedAt + CHECK_GAP;
    if (!watch || !monitor || !webhook || !isDue || !mayTakeStep(sweep, resource)) continue;
    const runs = { watch, resource, monitorId: monitor.id, webhookId: webhook.id };
    const compared = await takePlannedStep(sweep, resource, { send: () => compareRuns(sweep, runs) });
    if (compared.end === 'failed')
      await writeFailure(sweep, resource, { error: compared.error, before: resource.intent });
    outcomes.push(compared.outcome);
  }
  return outcomes;
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
  return { change: { healedAt: now }, outcome: { healed, alerts, channels, quarantined, faults } };
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
  const stored = await storeRecords([{ ...pulled, jobId: monitorId }], { ports, watch });
  await orderDeciding(ports, spaceOf(watch), { by: `healing of ${monitorId}` });
  await countFound(ports, { watchId: watch.id, found: stored.new, ...limits });
  return stored;
}
