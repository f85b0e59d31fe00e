import type { Service } from '../../../shared/domain/lib/errors.ts';
import { DAY, type Instant } from '../../../shared/domain/time/instant.ts';
import { costsOf, MONTH, runsPerMonth } from '../../../shared/domain/usage/demand.ts';
import { serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { CliFailure } from '../failure.ts';
import { printNumber } from '../print-values.ts';
import type { ValidWatches } from '../read-file.ts';

/** Addition in percent: further pages of a full window, retries, windows that were halved. */
const RESERVE = 5;
/** A file that needs more than this share of the plan is refused. */
const LARGEST_SHARE = 0.9;
/** Calls of one watch to the news service per month. */
interface WatchCalls {
  id: string;
  runs: number;
  calls: number;
}

export interface CallEstimate {
  watches: WatchCalls[];
  reserve: number;
  total: number;
  /** `plan.calls_per_month` of the file. */
  allowed: number | undefined;
  /** True: more than `LARGEST_SHARE` of the plan. */
  isOver: boolean;
}

/**
 * The calls to the news service in an average month: one for each run, and on each day with a run those of the
 * recount.
 */
export function estimateCalls(
  watches: readonly Watch[],
  { allowed, now }: { allowed: number | undefined; now: Instant },
): CallEstimate {
  const each = watches
    .filter(({ kind }) => serviceOf(kind) === 'news')
    .map((watch) => useOf(watch, now))
    .map(({ id, runs, amount }) => ({ id, runs, calls: amount }));
  const sum = each.reduce((total, { calls }) => total + calls, 0);
  const reserve = Math.ceil((sum * RESERVE) / 100);
  const total = sum + reserve;
  return {
    watches: each.toSorted((a, b) => b.calls - a.calls),
    reserve,
    total,
    allowed,
    isOver: allowed !== undefined && total > allowed * LARGEST_SHARE,
  };
}

/** What the watches of the events or extraction service use of its plan per month. */
export interface ServiceCost {
  service: Service;
  /** For jobs, the maximum of credits. */
  unit: 'calls' | 'credits';
  watches: { id: string; runs: number; amount: number }[];
  total: number;
}

/** The cost of an average month, for the events and the extraction service where they have watches. */
export function estimateCosts(watches: readonly Watch[], now: Instant): ServiceCost[] {
  return (['events', 'extraction'] as const).flatMap((service) => {
    const own = watches.filter(({ kind }) => serviceOf(kind) === service).map((watch) => useOf(watch, now));
    if (own.length === 0) return [];
    const total = own.reduce((sum, { amount }) => sum + amount, 0);
    const unit = service === 'extraction' ? 'credits' : 'calls';
    return { service, unit, watches: own.toSorted((a, b) => b.amount - a.amount), total };
  });
}

/** What a watch uses of the plan of its service in an average month. */
export function useOf(watch: Watch, now: Instant): { id: string; runs: number; amount: number } {
  const runs = runsPerMonth(watch, now);
  const { perRun, perDay } = costsOf(watch);
  const daysWithRuns = Math.min(runs, Math.round(MONTH / DAY));
  return { id: watch.id, runs, amount: perRun * runs + perDay * daysWithRuns };
}

/** That the watches would use up the plan of the news service, unless that is accepted. */
export function overBudget(
  { isOver, total, allowed }: CallEstimate,
  { accepted = false, placed }: { accepted: boolean | undefined; placed: ValidWatches['placed'] },
): CliFailure | undefined {
  if (!isOver || accepted || allowed === undefined) return undefined;
  const { file, line } = placed({ path: ['plan', 'calls_per_month'], what: 'The plan' });
  const most = `${LARGEST_SHARE * 100}% of the ${printNumber(allowed)} that plan.calls_per_month allows`;
  return new CliFailure(`The watches need about ${printNumber(total)} calls per month, more than ${most}.`, {
    hint: `let watches run less often, correct plan.calls_per_month (${file}:${line}), or add --over-budget`,
  });
}
