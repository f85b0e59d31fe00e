import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { DAY, formatSpan } from '../../../shared/domain/time/instant.ts';
import { countingOf, policyOf } from '../../../shared/domain/policies/registry.ts';
import { compareSeverity, mostSevere, type Watch } from '../../../shared/domain/watches/watch.ts';
import { printAmount, printNumber } from '../print-values.ts';
import type { ServicePlan } from '../stack/stack.ts';
import type { TriedOut } from '../stack/try-out.ts';
import type { JobPast } from './job-past.ts';
import type { MonthCost } from './month-cost.ts';
import { isRead } from './play-watch.ts';

/** Why the alerts of a policy cannot be derived from the past; undefined when they can. */
export function notNotifiable({ alert }: Watch, tried: TriedOut): string | undefined {
  const { when, settings = {} } = alert;
  const counting = countingOf({ alert });
  const span = tried.window.to - tried.window.from;
  if (counting && counting.history > span + DAY)
    return `Alerts cannot be estimated: the policy ${when} needs more history than the ${formatSpan(span)} of this preview.`;
  const past = { isComplete: isRead(tried) || tried.hits === 0 };
  const unknown = policyOf(when).preview?.unknown?.(past, settings);
  return unknown && `Alerts cannot be estimated: ${unknown}.`;
}

/** The limits of the numbers of a preview. */
export function caveatsOf(watch: Watch, { tried, channel }: { tried: TriedOut; channel: Channel }): string[] {
  const { when } = watch.alert;
  const isSilent =
    compareSeverity(
      mostSevere(watch.severity, ...(watch.raise ?? []).map(({ to }) => to)),
      channel.minSeverity,
    ) < 0;
  const caveat = policyOf(when).preview?.caveat?.({ isComplete: isRead(tried) });
  return [
    ...(isSilent
      ? [
          `No alerts would be sent: channel ${channel.name} accepts severity ${channel.minSeverity} or higher, and the watch has severity ${watch.severity}.`,
        ]
      : []),
    ...(watch.kind === 'breaking'
      ? ['Breaking news covers only the past 24 hours. The monthly numbers are estimated from this day.']
      : []),
    ...(caveat === undefined ? [] : [caveat]),
    ...(watch.raise && tried.findings.length > 0 && !isRead(tried) ? [unseenClimbs(tried)] : []),
  ];
}

/** Climbs are counted among the matches that were read: what older articles add to a story is not known. */
function unseenClimbs({ findings, hits }: TriedOut): string {
  return `Climbs were counted in the latest ${printNumber(findings.length)} of ${printNumber(hits)} matches. A story that began before these climbs later in this preview, or not at all.`;
}

/** Why the findings of an extraction watch are not known before its jobs have run. */
export function beforeJobs({ query: { limit }, firstRun }: Watch, past: JobPast | undefined): string {
  const most =
    typeof limit === 'number'
      ? `at most ${printAmount(limit, 'record')}`
      : 'as many records as the plan allows';
  if (past?.took)
    return `Its baseline has ${printAmount(Math.round(past.took.records), 'record')}. How many new records later jobs find is not known before the next job has ended. Each job returns ${most}.`;
  const first = firstRun === 'silent' ? 'are its baseline and cause no alerts' : 'cause alerts';
  return `Findings and alerts are not known before its first job has ended, because a job costs credits. A job returns ${most}; those of the first job ${first}.`;
}

/** A warning when the maximum cost is more than the plan allows. */
export function costCaveats({ jobs }: MonthCost, plan: ServicePlan | undefined): string[] {
  const { allowed } = plan ?? {};
  if (!jobs || allowed === undefined || jobs.credits <= allowed) return [];
  return [
    `The jobs can cost up to ${printNumber(jobs.credits)} credits per month. The plan allows ${printNumber(allowed)}. Lower the limit of the watch, or run it less often.`,
  ];
}
