import type { Heartbeat } from '../../domain/alerts/heartbeat.ts';
import { formatCount, formatMoment, formatNumber } from '../text/format-values.ts';

/** Says that a channel works although it received no alert, and which windows were not checked. */
export function describeHeartbeat(
  { due, checked, watches, behind, since }: Heartbeat,
  timezone: string,
): { headline: string; lines: string[] } {
  const isComplete = checked >= due;
  const missing = behind.map((watch) => `${watch.watchId}: ${checkedOf(watch)} windows checked`);
  return {
    headline: `${isComplete ? 'No alerts' : 'No alerts, but incomplete data'}: ${checkedOf({ due, checked })} windows checked`,
    lines: [
      `This channel has received no alert since ${formatMoment(since, timezone)} (${timezone}). ${formatCount(watches, 'watch')} kept running.`,
      ...(isComplete
        ? ['Every window was checked. There was nothing to report.']
        : ['Bellwether will check the missing windows and alert you if it finds something:', ...missing]),
    ],
  };
}

/** `1,180 of 1,240` */
function checkedOf({ due, checked }: { due: number; checked: number }): string {
  return `${formatNumber(checked)} of ${formatNumber(due)}`;
}
