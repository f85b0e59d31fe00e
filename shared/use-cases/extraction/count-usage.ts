import { MINUTE } from '../../domain/time/instant.ts';
import { creditsOf } from '../../domain/usage/demand.ts';
import { countersOf, monthOf, type MonthCounters } from '../../domain/runs/run-state.ts';
import type { Advance } from './extraction-step.ts';

/** What a job that ends has come to. */
interface JobEnd {
  /** Its range counts as asked. */
  covers: boolean;
  /** Records that it gave, and findings that were stored of them for the first time. */
  records: number;
  found: number;
}

/**
 * Notes in the state of the watch what a job that ends has taken of the plan, what it found, and, where it `covers` its range, that this
 * was asked, so that the next job begins where it ends. Who notes it again counts nothing twice. False while a run holds
 * the state: that takes seconds.
 */
export async function countUsage(advance: Advance, { covers, records, found }: JobEnd): Promise<boolean> {
  const { extraction, ports } = advance;
  const { id, watchId, watchVersion, track, range } = extraction;
  const now = ports.clock.now();
  const state = await ports.states.acquire({ watchId, track }, { owner: id, until: now + MINUTE }, now);
  if (!state) return false;
  const isLive = covers && track === 'live' && state.version === watchVersion;
  const set = {
    ...(isLive && range.to > (state.coveredUntil ?? 0) && { coveredUntil: range.to }),
    ...(state.lastJob !== id && {
      lastJob: id,
      counters: withJob(countersOf(monthOf(now), state.counters), { advance, records, found }),
    }),
  };
  return ports.states.save(state, { set, release: true });
}

/** Of what was sent in vain, only the calls count: it held no slot and cost nothing. */
function withJob(
  before: MonthCounters,
  { advance, records, found }: Omit<JobEnd, 'covers'> & { advance: Advance },
): MonthCounters {
  const { extraction, watch, outcome, ports } = advance;
  const { upstreamId, sentAt } = extraction;
  const calls = before.calls + extraction.calls + outcome.calls;
  if (upstreamId === undefined) return { ...before, calls };
  const now = ports.clock.now();
  const { jobs = 0, credits = 0, slotMinutes = 0 } = before;
  return {
    ...before,
    calls,
    found: before.found + found,
    jobs: jobs + 1,
    credits: credits + creditsOf(watch, records),
    slotMinutes: slotMinutes + Math.ceil((now - (sentAt ?? now)) / MINUTE),
  };
}
