import { GoneError } from '../../domain/lib/errors.ts';
import type { KnownMonitor } from '../../domain/upstream/upstream-resource.ts';
import { MINUTE } from '../../domain/time/instant.ts';
import { creditsOf } from '../../domain/usage/demand.ts';
import { countersOf, monthOf, type MonthCounters } from '../../domain/runs/run-state.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { changeState } from '../collect/change-state.ts';
import type { UpstreamSweep } from './take-step.ts';
import type { SeenRun } from '../ports/services.ts';

/**
 * Adds to the state of a watch what the runs of its monitor have used this month. Each counts like a job, by its own
 * records, not by those that were delivered (extraction service, monitors: use of credits), and once: the counters
 * hold which runs are counted. False: another process holds the state, and the next comparison counts them.
 */
export async function countMonitorRuns(
  { ports, limits }: Pick<UpstreamSweep, 'ports' | 'limits'>,
  { watch, runs }: { watch: Watch; runs: readonly SeenRun[] },
): Promise<boolean> {
  const month = monthOf(ports.clock.now());
  const known = await ports.states.read(watch.id, 'live');
  const fresh = runsBeyond(countersOf(month, known?.counters), runs);
  if (fresh.length === 0) return true;
  const counted: CountedRun[] = [];
  for (const run of fresh) {
    const records = await ports.monitors.countRecords(run.jobId, limits).catch(noneIfGone);
    counted.push({ ...run, records });
  }
  return changeState(ports, { owner: limits.owner, watchId: watch.id, track: 'live' }, ({ counters }) => {
    const before = countersOf(month, counters);
    return { counters: withRuns(before, { runs: runsBeyond(before, counted), watch }) };
  });
}

interface CountedRun extends SeenRun {
  records: number;
}

/**
 * Counts the runs of a monitor that is about to be removed: the hourly comparison will not see them. Its first job was
 * an extraction of ours, and counted as such. False: they cannot be counted now.
 */
export async function countLastRuns(
  sweep: Pick<UpstreamSweep, 'ports' | 'limits'>,
  { watchId, monitor }: { watchId: string; monitor: KnownMonitor },
): Promise<boolean> {
  const { ports, limits } = sweep;
  const watch = await ports.definitions.watch(watchId);
  if (!watch) return true;
  const listed = await ports.monitors.runs(monitor.id, limits).catch(noRunsIfGone);
  const runs = listed.filter(({ jobId }) => jobId !== monitor.referenceJobId);
  return countMonitorRuns(sweep, { watch, runs });
}

function runsBeyond<R extends SeenRun>({ month, monitorRuns = [] }: MonthCounters, runs: readonly R[]): R[] {
  return runs.filter(({ jobId, endedAt }) => monthOf(endedAt) === month && !monitorRuns.includes(jobId));
}

function withRuns(
  before: MonthCounters,
  { runs, watch }: { runs: readonly CountedRun[]; watch: Watch },
): MonthCounters {
  const { jobs = 0, credits = 0, slotMinutes = 0, monitorRuns = [] } = before;
  return {
    ...before,
    jobs: jobs + runs.length,
    credits: credits + runs.reduce((sum, { records }) => sum + creditsOf(watch, records), 0),
    slotMinutes: slotMinutes + runs.reduce((sum, run) => sum + minutesOf(run), 0),
    monitorRuns: [...monitorRuns, ...runs.map(({ jobId }) => jobId)],
  };
}

function minutesOf({ beganAt, endedAt }: SeenRun): number {
  return Math.max(0, Math.ceil((endedAt - (beganAt ?? endedAt)) / MINUTE));
}

/** A person has deleted the job of the run: its cost is not known. */
function noneIfGone(error: unknown): number {
  if (error instanceof GoneError) return 0;
  throw error;
}

/** A person has deleted the monitor, and with it the list of its runs. */
function noRunsIfGone(error: unknown): SeenRun[] {
  if (error instanceof GoneError) return [];
  throw error;
}
