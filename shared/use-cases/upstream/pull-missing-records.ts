import type { MonitorHolding } from '../../domain/upstream/upstream-resource.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { DAY, HOUR } from '../../domain/time/instant.ts';
import { CHECK_GAP, DELIVERY_PATIENCE } from '../../domain/upstream/upstream-times.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { bookFound } from './count-found.ts';
import { bookRuns } from './count-monitor-runs.ts';
import type { RecordMarks } from '../ports/extraction-ports.ts';
import { judgeLeftOver } from '../alerts/judge-findings.ts';
import type { Judging } from '../context/judging.ts';
import { noteChanges } from '../findings/record-changes.ts';
import { recogniseRecords } from '../findings/recognise-records.ts';
import { rememberChannels } from '../context/remember-channels.ts';
import { storeFindings } from '../findings/store-findings.ts';
import { keepHolding, type Keeper, note, type Upkeep } from './upstream-context.ts';
import type { RecordSight, SeenRecords, SeenRun } from '../ports/upstream-ports.ts';
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
export async function healDeliveries(
  upkeep: Upkeep,
  { watches, monitors }: { watches: readonly Watch[]; monitors: readonly MonitorHolding[] },
): Promise<void> {
  for (const holding of monitors) {
    const watch = watches.find(({ id }) => id === holding.name);
    const { former, monitor = former, webhook, healedAt = 0 } = holding;
    const isDue = upkeep.ports.clock.now() >= healedAt + CHECK_GAP;
    if (!watch || !monitor || !webhook || !isDue) continue;
    await keepHolding(upkeep, holding, async (keeper) => {
      await heal(keeper, { watch, monitorId: monitor.id, webhookId: webhook.id });
      return 'stop';
    });
  }
}

interface Healing {
  watch: Watch;
  monitorId: string;
  webhookId: string;
}

async function heal(keeper: Keeper<MonitorHolding>, healing: Healing): Promise<void> {
  const { upkeep } = keeper;
  const { ports, outcome, limits } = upkeep;
  const now = ports.clock.now();
  const { watch, monitorId } = healing;
  const runs = await ports.monitors.runs(monitorId, limits);
  // Its first job was an extraction of ours, and counted as such.
  const { referenceJobId } = keeper.holding.monitor ?? keeper.holding.former ?? {};
  await bookRuns(upkeep, { watch, runs: runs.filter(({ jobId }) => jobId !== referenceJobId) });
  // A disabled watch stores nothing new; once it is enabled again, what was not taken is lost as any other.
  const lost = watch.disabled ? [] : await lostRuns(keeper, { ...healing, runs });
  if (lost.length > 0) {
    const found = await pullRecords(upkeep, { watch, monitorId });
    for (const { jobId } of lost) {
      const expiresAt = rememberedUntil(now);
      await ports.takenRuns.note({ watchId: watch.id, jobId, takenAt: now, isPulled: true, expiresAt });
    }
    outcome.upstream.healed.push({ watchId: watch.id, runs: lost.length, found });
  }
  await note(keeper, { healedAt: now });
}

/** Runs whose delivery never came, and those whose delivery was cut. */
async function lostRuns(
  { upkeep, holding }: Keeper<MonitorHolding>,
  { watch, webhookId, runs: all }: Healing & { runs: readonly SeenRun[] },
): Promise<SeenRun[]> {
  const { ports, limits } = upkeep;
  const now = ports.clock.now();
  const runs = all.filter(({ endedAt }) => endedAt <= now - DELIVERY_PATIENCE);
  if (runs.length === 0) return [];
  const since = (holding.healedAt ?? now) - HISTORY;
  const cut = new Set(await ports.monitors.cutDeliveries({ webhookId, since }, limits));
  const jobIds = runs.map(({ jobId }) => jobId);
  const taken = new Map((await ports.takenRuns.of(watch.id, jobIds)).map((run) => [run.jobId, run]));
  return runs.filter(({ jobId }) => {
    const run = taken.get(jobId);
    return !run || (cut.has(jobId) && !run.isPulled);
  });
}

/** Takes every record of a monitor: what is known already stays as it is. Gives back how many were new. */
async function pullRecords(
  upkeep: Upkeep,
  { watch, monitorId }: { watch: Watch; monitorId: string },
): Promise<number> {
  const { ports, limits } = upkeep;
  const sight = sightOf(watch, ports.clock.now());
  const pulled = await ports.monitors.records(monitorId, sight, limits);
  const outcome = { ...upkeep.outcome, new: 0, stories: 0 };
  const found = await takeRecords({ ports, watch, outcome }, { ...pulled, jobId: monitorId });
  upkeep.outcome.alerts = outcome.alerts;
  await bookFound(ports, { watchId: watch.id, from: 'healing', found: found.found, ...limits });
  return found.found;
}

/** How the records of a watch are looked at. */
export function sightOf({ exclude, keep }: Watch, now: number): RecordSight {
  return { exclude, keepRaw: keep === 'full', now };
}

/** What taking records needs. */
export interface TakingRecords extends Pick<Judging, 'watch' | 'outcome'> {
  ports: Judging['ports'] & { marks: RecordMarks };
}

/** Records to be taken, and the job that gave those which do not name one themselves. */
export interface TakenRecords extends Pick<SeenRecords, 'findings' | 'origins' | 'raw'> {
  jobId: string;
}

/**
 * Stores and judges records as those of a job: one that tells what an earlier job told is that finding, and a known one
 * with another content is stored anew and not told again.
 */
export async function takeRecords(
  { ports: given, watch, outcome }: TakingRecords,
  { findings, origins, raw, jobId }: TakenRecords,
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
  const changed = await noteChanges(taking, unique, { silent: false });
  const { stored: found } = await storeFindings(judging, unique, raw);
  return { found, changed };
}
