import type { Instant } from '../../domain/time/instant.ts';
import type { RollUpScope } from '../../domain/reports/rollup/day-rollup.ts';
import type { ForgetPorts } from './forget-ports.ts';

type RollupPorts = Pick<ForgetPorts, 'clock' | 'rollups' | 'removals' | 'reportPlans' | 'reportRecords'>;

/** More reports than are ever kept. */
const MOST_REPORTS = 100_000;
const ALL_DAYS = { from: '0000-01-01', to: '9999-12-31' };

/** The time zones in which days may be rolled up. */
export async function rolledUpZones({ reportPlans, reportRecords }: RollupPorts): Promise<string[]> {
  const ofPlans = (await reportPlans.plans()).map(({ timezone }) => timezone);
  const ofReports = (await reportRecords.latest(MOST_REPORTS)).map(({ period }) => period.timezone);
  return [...new Set(['UTC', ...ofPlans, ...ofReports])];
}

/**
 * Deletes the totals of the days of a brand that contain a watch, so that the next report adds them up again without it. Where
 * findings of the brand's other watches have expired since, the totals cannot be made again: such a day is kept.
 *
 * @param retentions how long each known watch keeps its findings, in milliseconds.
 */
export async function forgetRolledUpDays(
  watchId: string,
  given: {
    brand: string;
    zones: readonly string[];
    retentions: ReadonlyMap<string, number>;
    ports: RollupPorts;
  },
): Promise<{ days: number; kept: number }> {
  const { brand, zones, retentions, ports } = given;
  const counts = { days: 0, kept: 0 };
  for (const timezone of zones) {
    const scope = { brand, timezone };
    for (const { foundDay, watches, days } of await ports.rollups.marks(scope, ALL_DAYS)) {
      if (!watches.includes(watchId)) continue;
      const others = watches.filter((id) => id !== watchId);
      if (canBeMadeAgain(foundDay, { others, retentions, now: ports.clock.now() })) {
        await removeDay(scope, { foundDay, days, ports });
        counts.days += 1;
      } else counts.kept += 1;
    }
  }
  return counts;
}

function canBeMadeAgain(
  foundDay: string,
  {
    others,
    retentions,
    now,
  }: { others: readonly string[]; retentions: ReadonlyMap<string, number>; now: Instant },
): boolean {
  const begin = Date.parse(`${foundDay}T00:00:00Z`);
  return others.every((id) => begin + (retentions.get(id) ?? 0) > now);
}

/** The mark goes last: while it exists, a repeat finds the rest. */
async function removeDay(
  scope: RollUpScope,
  { foundDay, days, ports }: { foundDay: string; days: readonly string[]; ports: RollupPorts },
): Promise<void> {
  for (const day of days) await ports.rollups.remove(scope, { day, foundDay });
  await ports.removals.rollupMark(scope, foundDay);
}
