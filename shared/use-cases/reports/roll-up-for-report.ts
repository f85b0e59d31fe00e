import { DAY, type Instant } from '../../domain/time/instant.ts';
import type { ReportPlan } from '../../domain/reports/report-plan.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { coveredRivals, watchesOf } from './brand-watches.ts';
import { rollUpClosedDays, type RollUpPorts } from './roll-up-days.ts';

/** How long folds and counts are kept. */
export const ROLLUP_RETENTION = 400 * DAY;

/** Folds the closed days of a report's brand, and of the competitors that have watches. */
export async function rollUpFor(
  plan: ReportPlan,
  given: { from: string; watches: readonly Watch[]; ports: RollUpPorts; deadline: Instant },
): Promise<{ rolledUp: number; left: number }> {
  const { from, watches, ports, deadline } = given;
  const sum = { rolledUp: 0, left: 0 };
  for (const { id } of [plan.brand, ...coveredRivals(plan, watches)]) {
    const scope = { brand: id, timezone: plan.timezone };
    const order = { scope, watches: watchesOf(id, watches), from, retention: ROLLUP_RETENTION, deadline };
    const { rolledUp, left } = await rollUpClosedDays(order, ports);
    sum.rolledUp += rolledUp;
    sum.left += left;
  }
  return sum;
}
