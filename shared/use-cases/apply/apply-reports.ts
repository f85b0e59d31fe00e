import type { Ports } from '../ports/ports.ts';
import { isSame } from '../../domain/lib/hash.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { ReportPlan } from '../../domain/reports/report-plan.ts';
import type { Changes } from '../../domain/runs/outcome.ts';
import { isOver } from '../../domain/time/schedule.ts';
import type { ReportSchedule } from '../ports/reports.ts';
import type { Kept } from './apply-lease.ts';
import { compareById } from './compare-by-id.ts';

export type ApplyReportPorts = Pick<Ports, 'reportPlans' | 'reportSchedules' | 'clock'>;

/**
 * Makes reports and their schedules agree with the file. A plan is put before its schedule and removed after it, so that
 * no schedule calls for a report that does not exist, and applying again finds what is left to do. Written reports stay.
 */
export async function applyReports(
  reports: readonly ReportPlan[],
  { reportPlans, reportSchedules, clock, keep }: ApplyReportPorts & Kept,
): Promise<Changes> {
  const { put, changes } = compareById(reports, await reportPlans.plans(), ({ id }) => id);
  const schedules = new Map((await reportSchedules.list()).map((one) => [one.reportId, one]));
  const rescheduled = new Set<ReportPlan>();
  await inParallel(reports, async (plan) => {
    await keep();
    if (put.has(plan)) await reportPlans.putPlan(plan);
    if (await applyReportSchedule(plan, { reportSchedules, clock, before: schedules.get(plan.id) }))
      rescheduled.add(plan);
  });
  const wanted = new Set(reports.map(({ id }) => id));
  const removed = [...new Set([...schedules.keys(), ...changes.removed])].filter((id) => !wanted.has(id));
  for (const id of removed) {
    await keep();
    await reportSchedules.remove(id);
    await reportPlans.removePlan(id);
  }
  const changed = reports.filter(
    (plan) => (put.has(plan) || rescheduled.has(plan)) && !changes.added.includes(plan.id),
  );
  return { added: changes.added, changed: changed.map(({ id }) => id), removed };
}

/** True when the schedule of a report was not as it should be. */
async function applyReportSchedule(
  { id, schedule, timezone, disabled }: ReportPlan,
  {
    reportSchedules,
    clock,
    before,
  }: Pick<ApplyReportPorts, 'reportSchedules' | 'clock'> & { before: ReportSchedule | undefined },
): Promise<boolean> {
  const wanted = { reportId: id, expression: schedule, timezone };
  if (!disabled && before && isSame(before, wanted)) return false;
  if (disabled || isOver({ schedule, timezone }, clock.now())) {
    if (before) await reportSchedules.remove(id);
    return before !== undefined;
  }
  await reportSchedules.put(wanted, before !== undefined);
  return true;
}
