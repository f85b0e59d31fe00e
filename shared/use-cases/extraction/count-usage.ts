import { countersOf, type MonthCounters, monthOf } from '../../domain/runs/run-state.ts';
import { MINUTE } from '../../domain/time/instant.ts';
import { creditsOf } from '../../domain/usage/demand.ts';
import type { StepContext } from './extraction-step.ts';

interface JobEnd {
  /** Its range counts as covered. */
  covers: boolean;
  /** Records that it gave, and findings that were stored of them for the first time. */
  records: number;
  found: number;
}

/**
 * Adds to the state of the watch what an ended job has used and found, once. Where the job `covers` its range, the next
 * job begins where the range ends. False while a run holds the state: that takes seconds.
 */
export async function countUsage(context: StepContext, end: JobEnd): Promise<boolean> {
  const { extraction, ports, limits } = context;
  const { id, watchId, watchVersion, track, range } = extraction;
  const now = ports.clock.now();
  const state = await ports.states.acquire(
    { watchId, track },
    { owner: limits.owner, until: now + MINUTE },
    now,
  );
  if (!state) return false;
  const isLive = end.covers && track === 'live' && state.version === watchVersion;
  const set = {
    ...(isLive && range.to > (state.coveredUntil ?? 0) && { coveredUntil: range.to }),
    ...(state.lastJob !== id && {
      lastJob: id,
      counters: withJob(countersOf(monthOf(now), state.counters), { context, end }),
    }),
  };
  return ports.states.save(state, { set, release: true });
}

/** Of a job that was never accepted only the calls count: it held no slot and cost nothing. */
function withJob(
  before: MonthCounters,
  { context, end }: { context: StepContext; end: JobEnd },
): MonthCounters {
  const { extraction, watch, ports, requests } = context;
  const { upstreamId, sentAt } = extraction;
  const calls = before.calls + extraction.calls + requests().calls;
  if (upstreamId === undefined) return { ...before, calls };
  const now = ports.clock.now();
  const { jobs = 0, credits = 0, slotMinutes = 0 } = before;
  return {
    ...before,
    calls,
    found: before.found + end.found,
    jobs: jobs + 1,
    credits: credits + creditsOf(watch, end.records),
    slotMinutes: slotMinutes + Math.ceil((now - (sentAt ?? now)) / MINUTE),
  };
}
