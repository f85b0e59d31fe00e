import type { MonitorResource } from '../../domain/upstream/upstream-resource.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { DAY, HOUR } from '../../domain/time/instant.ts';
import { CHECK_GAP, DELIVERY_PATIENCE } from '../../domain/upstream/upstream-times.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { countFound } from './count-found.ts';
import { countMonitorRuns } from './count-monitor-runs.ts';
import type { RecordKeys } from '../ports/extraction-ports.ts';
import { judgeLeftOver } from '../alerts/judge-findings.ts';
import type { Judging } from '../context/judging.ts';
import { recordChanges } from '../findings/record-changes.ts';
import { recogniseRecords } from '../findings/recognise-records.ts';
import { rememberChannels } from '../context/remember-channels.ts';
import { storeFindings } from '../findings/store-findings.ts';
import { stepResource, type ResourceScope, note, type UpstreamContext } from './upstream-context.ts';
import type { RecordReading, SeenRecords, SeenRun } from '../ports/upstream-ports.ts';
import { emptyLog } from '../../domain/stories/usual-words.ts';

/** The history of deliveries is read this far back: an hour between two looks, and as much again for retries. */
const HISTORY = 2 * HOUR;
/** So long a run is remembered as taken: longer than the list of runs that is looked at. */
const REMEMBERED = 60 * DAY;

/** When the note of a run may be forgotten. */
export function rememberedUntil(now: number): number {
  return now + REMEMBERED;
}

/**
 * Once an hour the runs of each monitor are compared with what was taken, and the history of its webhook is read: where a
 * delivery never came, or was cut, the records of the monitor are pulled. Nothing is triggered, so that nothing comes twice.
 */
export async function pullMissingRecords(
  context: UpstreamContext,
  { watches, monitors }: { watches: readonly Watch[]; monitors: readonly MonitorResource[] },
): Promise<void> {
  for (const resource of monitors) {
    const watch = watches.find(({ id }) => id === resource.name);
    const { former, monitor = former, webhook, healedAt = 0 } = resource;
    const isDue = context.ports.clock.now() >= healedAt + CHECK_GAP;
    if (!watch || !monitor || !webhook || !isDue) continue;
    await stepResource(context, resource, async (scope) => {
      await heal(scope, { watch, monitorId: monitor.id, webhookId: webhook.id });
      return 'stop';
    });
  }
}

interface WindowHealing {
  watch: Watch;
  monitorId: string;
  webhookId: string;
}

async function heal(scope: ResourceScope<MonitorResource>, healing: WindowHealing): Promise<void> {
  const { context } = scope;
  const { ports, outcome, limits } = context;
  const now = ports.clock.now();
  const { watch, monitorId } = healing;
  const runs = await ports.monitors.runs(monitorId, limits);
  // Its first job was an extraction of ours, and counted as such.
  const { referenceJobId } = scope.resource.monitor ?? scope.resource.former ?? {};
  await countMonitorRuns(context, { watch, runs: runs.filter(({ jobId }) => jobId !== referenceJobId) });
  // A disabled watch stores nothing new; once it is enabled again, what was not taken is lost as any other.
  const lost = watch.disabled ? [] : await lostRuns(scope, { ...healing, runs });
  if (lost.length > 0) {
    const found = await pullRecords(context, { watch, monitorId });
    for (const { jobId } of lost) {
      const expiresAt = rememberedUntil(now);
      await ports.collectedRuns.note({ watchId: watch.id, jobId, takenAt: now, isPulled: true, expiresAt });
    }
    outcome.upstream.healed.push({ watchId: watch.id, runs: lost.length, found });
  }
  await note(scope, { healedAt: now });
}

/** Runs whose delivery never came, and those whose delivery was cut. */
async function lostRuns(
  { context, resource }: ResourceScope<MonitorResource>,
  { watch, webhookId, runs: all }: WindowHealing & { runs: readonly SeenRun[] },
): Promise<SeenRun[]> {
  const { ports, limits } = context;
  const now = ports.clock.now();
  const runs = all.filter(({ endedAt }) => endedAt <= now - DELIVERY_PATIENCE);
  if (runs.length === 0) return [];
  const since = (resource.healedAt ?? now) - HISTORY;
  const cut = new Set(await ports.monitors.cutDeliveries({ webhookId, since }, limits));
  const jobIds = runs.map(({ jobId }) => jobId);
  const taken = new Map((await ports.collectedRuns.of(watch.id, jobIds)).map((run) => [run.jobId, run]));
  return runs.filter(({ jobId }) => {
    const run = taken.get(jobId);
    return !run || (cut.has(jobId) && !run.isPulled);
  });
}

/** Takes every record of a monitor: what is known already stays as it is. Gives back how many were new. */
async function pullRecords(
  context: UpstreamContext,
  { watch, monitorId }: { watch: Watch; monitorId: string },
): Promise<number> {
  const { ports, limits } = context;
  const sight = recordReadingOf(watch, ports.clock.now());
  const pulled = await ports.monitors.records(monitorId, sight, limits);
  const outcome = { ...context.outcome, new: 0, stories: 0 };
  const found = await collectRecordsOf({ ports, watch, outcome }, { ...pulled, jobId: monitorId });
  context.outcome.alerts = outcome.alerts;
  await countFound(ports, { watchId: watch.id, from: 'healing', found: found.found, ...limits });
  return found.found;
}

/** How the records of a watch are looked at. */
export function recordReadingOf({ exclude, keep }: Watch, now: number): RecordReading {
  return { exclude, keepRaw: keep === 'full', now };
}

/** What taking records needs. */
export interface TakingRecords extends Pick<Judging, 'watch' | 'outcome'> {
  ports: Judging['ports'] & { marks: RecordKeys };
}

/** Records to be taken, and the job that gave those which do not name one themselves. */
export interface CollectedRecords extends Pick<SeenRecords, 'findings' | 'origins' | 'raw'> {
  jobId: string;
}

/**
 * Stores and judges records as those of a job: one that tells what an earlier job told is that finding, and a known one
 * with another content is stored anew and not told again.
 */
export async function collectRecordsOf(
  { ports: given, watch, outcome }: TakingRecords,
  { findings, origins, raw, jobId }: CollectedRecords,
): Promise<{ found: number; changed: number }> {
  const ports = { ...given, definitions: rememberChannels(given.definitions) };
  const taking = { ports, watch, outcome };
  const all = { past: { words: emptyLog() }, stories: new Set<string>(), finish: Number.POSITIVE_INFINITY };
  const judging: Judging = { ...taking, ...all, state: {}, order: { track: 'live' } };
  await judgeLeftOver(judging);
  const originOf = ({ fingerprint }: Finding) => origins.get(fingerprint) ?? jobId;
  const expiresAt = ports.clock.now() + watch.retention;
  const recognised = await recogniseRecords({ watch, ports, originOf, expiresAt }, findings);
  const unique = [...new Map(recognised.map((finding) => [finding.fingerprint, finding])).values()];
  const changed = await recordChanges(taking, unique, { silent: false });
  const { stored: found } = await storeFindings(judging, unique, raw);
  return { found, changed };
}
