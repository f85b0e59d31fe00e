import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { DAY } from '../../../shared/domain/time/instant.ts';
import { formatSpan } from '../../../shared/domain/time/format-time.ts';
import { countingOf } from '../../../shared/domain/counting/watch-subject.ts';
import { policyOf } from '../../../shared/domain/policies/registry.ts';
import { compareSeverity, type Watch } from '../../../shared/domain/watches/watch.ts';
import { printNumber } from '../print-values.ts';
import type { ServicePlan } from '../stack/stack.ts';
import type { TriedOut } from '../stack/try-out.ts';
import type { JobPast } from './job-past.ts';
import type { MonthCost } from './month-cost.ts';
import { isRead } from './seen-in-hours.ts';

/** Why the past cannot say what the policy of a watch would have told; undefined where it can. */
export function notNotifiable({ alert }: Watch, tried: TriedOut): string | undefined {
  const { when, settings = {} } = alert;
  const counting = countingOf({ alert });
  const span = tried.window.to - tried.window.from;
  if (counting && counting.history > span + DAY)
    return `What it would tell is not known: ${when} looks back further than the ${formatSpan(span)} that are known.`;
  const past = { isComplete: isRead(tried) || tried.hits === 0, grows: false };
  const unknown = policyOf(when).preview?.unknown?.(past, settings);
  return unknown && `What it would tell is not known: ${unknown}.`;
}

/** What holds of the numbers of a preview: what they leave out, and what they were reckoned from. */
export function caveatsOf(watch: Watch, { tried, channel }: { tried: TriedOut; channel: Channel }): string[] {
  const { when, grows } = watch.alert;
  const isSilent = compareSeverity(watch.severity, channel.minSeverity) < 0;
  const caveat = policyOf(when).preview?.caveat?.({ isComplete: isRead(tried), grows: grows !== undefined });
  return [
    ...(isSilent
      ? [
          `${channel.name} takes nothing below ${channel.minSeverity}, and the watch is of severity ${watch.severity}.`,
        ]
      : []),
    ...(watch.kind === 'breaking'
      ? ['Breaking news has no past beyond 24 hours: a month is reckoned from this one day.']
      : []),
    ...(caveat === undefined ? [] : [caveat]),
  ];
}

/** Why nothing can be said of what a watch would find that asks for jobs, before they have run. */
export function beforeJobs({ query: { limit }, firstRun }: Watch, past: JobPast | undefined): string {
  const most = typeof limit === 'number' ? `at most ${limit} records` : 'as many records as the plan lets it';
  if (past?.took)
    return `Its base holds ${printNumber(Math.round(past.took.records))} records. How many new ones a later job finds is not known before the next has ended: each gives ${most}.`;
  const first = firstRun === 'silent' ? 'are its silent base' : 'are told';
  return `What it finds and tells is not known before its first job has ended: to ask is to make a job, which costs credits. A job gives ${most}; those of the first ${first}.`;
}

/** That the most it may cost is more than the plan gives: it need not come to that. */
export function costCaveats({ jobs }: MonthCost, plan: ServicePlan | undefined): string[] {
  const { allowed } = plan ?? {};
  if (!jobs || allowed === undefined || jobs.credits <= allowed) return [];
  return [
    `Should each job find as much as it may, that is ${printNumber(jobs.credits)} credits, and the plan gives ${printNumber(allowed)} a month: lower its limit, or run it less often.`,
  ];
}
