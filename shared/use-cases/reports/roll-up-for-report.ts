import type { ReportPlan } from '../../domain/reports/report-plan.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { competitorsWithWatches, watchIdsOfBrand } from './brand-watches.ts';
import {
  addProgress,
  NO_PROGRESS,
  rollUpClosedDays,
  type RollUpPorts,
  type RollUpProgress,
} from './roll-up-days.ts';

/** How long rollups and counts are kept. */
export const ROLLUP_RETENTION = 400 * DAY;

/** Rolls up the closed days of a report's brand, and of its competitors that have watches. */
export async function rollUpForReport(
  plan: ReportPlan,
  given: { from: string; watches: readonly Watch[]; ports: RollUpPorts; deadline: Instant },
): Promise<RollUpProgress> {
  const { from, watches, ports, deadline } = given;
  let progress = NO_PROGRESS;
  for (const { id } of [plan.brand, ...competitorsWithWatches(plan, watches)]) {
    const scope = { brand: id, timezone: plan.timezone };
    const ids = watchIdsOfBrand(id, watches);
    const order = { scope, watches: ids, from, retention: ROLLUP_RETENTION, deadline };
    progress = addProgress(progress, await rollUpClosedDays(order, ports));
  }
  return progress;
}
