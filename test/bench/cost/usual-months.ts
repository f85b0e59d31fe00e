import { SHIPPED_STAGE } from '../../../infra/cli/cost/estimate-bill.ts';
import type { BilledStage, MonthLoad } from '../../../infra/cli/cost/month-usage.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/domain/time/instant.ts';
import { MONTH } from '../../../shared/domain/usage/demand.ts';

/** The same with `alarms: lean` and `dashboard: false` in the file of the stage. */
export const LEAN_STAGE: BilledStage = { ...SHIPPED_STAGE, alarms: 'lean', dashboard: false };

/** Months in steady state, after the 400 days for which findings are kept. */
export function usualMonth(
  watches: number,
  { every, findings, stage = SHIPPED_STAGE }: { every: number; findings: number; stage?: BilledStage },
): MonthLoad {
  return {
    watches: [{ watches, runs: Math.ceil(MONTH / every), findings, overlap: HOUR, retention: 400 * DAY }],
    channels: 2,
    addresses: 1,
    reports: 4,
    stage,
  };
}

/** The months of docs/performance.md, by their names. */
export const USUAL_MONTHS: Readonly<Record<string, MonthLoad>> = {
  '8 watches every 15 minutes, 20 findings a day each': usualMonth(8, { every: 15 * MINUTE, findings: 20 }),
  'the same with lean alarms and no dashboard': usualMonth(8, {
    every: 15 * MINUTE,
    findings: 20,
    stage: LEAN_STAGE,
  }),
  'the first with 300 feeds': {
    ...usualMonth(8, { every: 15 * MINUTE, findings: 20 }),
    feeds: 300,
  },
  'the first with 20 watches of the archive more, 20 findings a day each': {
    ...usualMonth(8, { every: 15 * MINUTE, findings: 20 }),
    watches: usualMonth(28, { every: 15 * MINUTE, findings: 20 }).watches,
    world: true,
  },
  '50 watches every 15 minutes, 200 findings a day each': usualMonth(50, {
    every: 15 * MINUTE,
    findings: 200,
  }),
  '500 watches every hour, 200 findings a day each': usualMonth(500, { every: HOUR, findings: 200 }),
  'the same with `table_class: infrequent-access`': usualMonth(500, {
    every: HOUR,
    findings: 200,
    stage: { ...SHIPPED_STAGE, table_class: 'infrequent-access' },
  }),
};
