import type { Ports } from '../ports/ports.ts';
import { daysBefore } from '../../domain/reports/period.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { CallLimits } from '../ports/clock.ts';
import type { ReportPlans } from '../../store/watches/definitions.ts';
import { addProgress, NO_PROGRESS, type RollUpPorts, rollUpForReport } from './roll-up-days.ts';
import { type ReportOutcome, type ReportPorts, rollUpSpan, writeReport } from './write-report.ts';

/** What the function that writes reports is asked for: a slot of a schedule, a span of days, or only rollups. */
type ReportCall =
  | { reportId: string; scheduledFor: Instant }
  | { reportId: string; period: { first: string; last: string }; patience: number }
  | Record<string, never>;

type ReportAnswer =
  | ReportOutcome
  /** There is no such report, or no more. */
  | { status: 'unknown'; reportId: string }
  | { status: 'folded'; rolledUp: number; left: number };

type AnswerPorts = ReportPorts & { reportPlans: ReportPlans };

/**
 * Does what a call asks for.
 *
 * @throws Error when the days of a slot cannot all be rolled up in time: the caller tries again and goes on from
 * there.
 */
export async function answerReportCall(
  call: ReportCall,
  ports: AnswerPorts,
  { deadline }: CallLimits,
): Promise<ReportAnswer> {
  if (call.reportId === undefined) return rollUpForAllReports(ports, deadline);
  const { reportId } = call;
  const plan = await ports.reportPlans.plan(reportId);
  if (!plan) return { status: 'unknown', reportId };
  if ('period' in call) {
    const period = { ...call.period, timezone: plan.timezone };
    const until = Math.min(deadline, ports.clock.now() + call.patience);
    return writeReport({ plan, period, notify: false }, ports, { deadline, rollUpUntil: until });
  }
  const period = daysBefore(call.scheduledFor, plan);
  const outcome = await writeReport({ plan, period, notify: true }, ports, { deadline });
  if (outcome.status === 'folding')
    throw new Error(`${outcome.left} days of ${reportId} are not rolled up yet: the next try goes on.`);
  return outcome;
}

/** Rolls up what has ended for every report, so that no report has to do it when it is due. */
async function rollUpForAllReports(
  ports: RollUpPorts & Pick<Ports, 'definitions' | 'reportPlans' | 'states'>,
  deadline: Instant,
): Promise<ReportAnswer> {
  const watches = await ports.definitions.watches();
  let progress = NO_PROGRESS;
  for (const plan of await ports.reportPlans.plans()) {
    const next = daysBefore(ports.clock.now(), plan);
    const span = await rollUpSpan({ plan, period: next }, { watches, ports });
    progress = addProgress(progress, await rollUpForReport(plan, { ...span, watches, ports, deadline }));
  }
  return { status: 'folded', ...progress };
}
