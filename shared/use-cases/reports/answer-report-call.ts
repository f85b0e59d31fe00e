import { dayOf, type Instant } from '../../domain/time/instant.ts';
import { daysBefore, periodBefore, periodWindow } from '../../domain/reports/period.ts';
import type { CallLimits, Definitions } from '../ports/ports.ts';
import type { ReportPlans } from '../ports/report-ports.ts';
import type { RollUpPorts } from './roll-up-days.ts';
import { rollUpFor } from './roll-up-for-report.ts';
import { type ReportOutcome, type ReportPorts, writeReport } from './write-report.ts';

/** What the function that writes reports is asked: a slot of a timetable, some days, or nothing but to fold. */
export type ReportCall =
  | { reportId: string; scheduledFor: Instant }
  | { reportId: string; period: { first: string; last: string }; patience: number }
  | Record<string, never>;

export type ReportAnswer =
  | ReportOutcome
  /** There is no such report (any more). */
  | { status: 'unknown'; reportId: string }
  | { status: 'folded'; rolledUp: number; left: number };

type AnswerPorts = ReportPorts & { plans: ReportPlans };

/**
 * Does what a call asks for.
 *
 * @throws Error when the days of a slot cannot be folded in one go: the caller tries again and goes on from there.
 */
export async function answerReportCall(
  call: ReportCall,
  ports: AnswerPorts,
  { deadline }: CallLimits,
): Promise<ReportAnswer> {
  if (call.reportId === undefined) return rollUpForAll(ports, deadline);
  const { reportId } = call;
  const plan = await ports.plans.plan(reportId);
  if (!plan) return { status: 'unknown', reportId };
  if ('period' in call) {
    const period = { ...call.period, timezone: plan.timezone };
    const until = Math.min(deadline, ports.clock.now() + call.patience);
    return writeReport({ plan, period, notify: false }, ports, { deadline, rollUpUntil: until });
  }
  const period = daysBefore(call.scheduledFor, plan);
  const outcome = await writeReport({ plan, period, notify: true }, ports, { deadline });
  if (outcome.status === 'folding')
    throw new Error(`${outcome.left} days of ${reportId} are left to fold: the next try goes on.`);
  return outcome;
}

/** Folds what has ended for every report, so that none has to do it when its time comes. */
async function rollUpForAll(
  ports: RollUpPorts & { definitions: Pick<Definitions, 'watches'>; plans: ReportPlans },
  deadline: Instant,
): Promise<ReportAnswer> {
  const watches = await ports.definitions.watches();
  const sum = { rolledUp: 0, left: 0 };
  for (const plan of await ports.plans.plans()) {
    const next = daysBefore(ports.clock.now(), plan);
    const { rolledUp, left } = await rollUpFor(plan, {
      from: dayOf(periodWindow(periodBefore(next)).from),
      watches,
      ports,
      deadline,
    });
    sum.rolledUp += rolledUp;
    sum.left += left;
  }
  return { status: 'folded', ...sum };
}
