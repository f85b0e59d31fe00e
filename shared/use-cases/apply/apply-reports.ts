import type { Desired } from '../../domain/config/desired-state.ts';
import type { Changes } from '../../domain/runs/outcome.ts';
import type { ReportPlan } from '../../domain/reports/report-plan.ts';
import { isSame } from '../../domain/lib/canonical.ts';
import type { ReportPlans, ReportSchedule, ReportSchedules } from '../ports/report-ports.ts';

export interface ApplyReportPorts {
  plans: ReportPlans;
  reportSchedules: ReportSchedules;
}

/**
 * Makes reports and their schedules agree with the file. The plan goes first and is taken away last, so that no schedule
 * calls for a report that is not there, and applying again finds what is left to do. Written reports stay.
 */
export async function applyReports(
  { reports = [] }: Pick<Desired, 'reports'>,
  { plans, reportSchedules }: ApplyReportPorts,
  changes: Changes,
): Promise<void> {
  const existing = new Map((await plans.plans()).map((plan) => [plan.id, plan]));
  const schedules = new Map((await reportSchedules.list()).map((one) => [one.reportId, one]));
  for (const plan of reports) {
    const before = existing.get(plan.id);
    const isNew = before === undefined || !isSame(before, plan);
    if (isNew) await plans.putPlan(plan);
    const moved = await applySchedule(plan, { reportSchedules, standing: schedules.get(plan.id) });
    if (isNew || moved) (before ? changes.changed : changes.added).push(plan.id);
  }
  const wanted = new Set(reports.map(({ id }) => id));
  for (const id of new Set([...schedules.keys(), ...existing.keys()])) {
    if (wanted.has(id)) continue;
    await reportSchedules.remove(id);
    await plans.removePlan(id);
    changes.removed.push(id);
  }
}

async function applySchedule(
  { id, schedule, timezone, disabled }: ReportPlan,
  { reportSchedules, standing }: { reportSchedules: ReportSchedules; standing: ReportSchedule | undefined },
): Promise<boolean> {
  if (disabled) {
    if (standing) await reportSchedules.remove(id);
    return standing !== undefined;
  }
  const asked = { reportId: id, expression: schedule, timezone };
  if (standing && isSame(standing, asked)) return false;
  await reportSchedules.put(asked, standing !== undefined);
  return true;
}
