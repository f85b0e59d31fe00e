import type { Heartbeat } from '../../domain/alerts/heartbeat.ts';
import { sayMoment } from '../text/format-moment.ts';

/** That a channel lives although it tells nothing; what was not checked is said as plainly as what was. */
export function describeHeartbeat(sign: Heartbeat, timezone: string): { headline: string; lines: string[] } {
  const { due, checked, watches, behind } = sign;
  const since = sayMoment(sign.since, timezone);
  const watched = `${number(watches)} ${watches === 1 ? 'watch' : 'watches'}`;
  const all = checked >= due;
  const rest = behind.map(
    (hourlyCounts) =>
      `${hourlyCounts.watchId}: ${number(hourlyCounts.checked)} of ${number(hourlyCounts.due)} windows checked`,
  );
  return {
    headline: `${all ? 'All quiet' : 'Quiet, with gaps'}: checked ${number(checked)} of ${number(due)} windows`,
    lines: [
      `There has been nothing to tell here since ${since} (${timezone}). ${watched} kept looking.`,
      ...(all
        ? ['Every window was checked: no news is good news.']
        : ['What is not checked yet is asked again by itself, and told then:', ...rest]),
    ],
  };
}

function number(value: number): string {
  return value.toLocaleString('en');
}
