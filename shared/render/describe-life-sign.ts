import type { LifeSign } from '../domain/life-sign.ts';
import { wallClockOf } from '../domain/wall-clock.ts';

/** That a channel lives although it tells nothing; what was not checked is said as plainly as what was. */
export function describeLifeSign(sign: LifeSign, timezone: string): { headline: string; lines: string[] } {
  const { due, checked, watches, behind } = sign;
  const since = wallClockOf(sign.since, timezone).replace('T', ' ');
  const watched = `${number(watches)} ${watches === 1 ? 'watch' : 'watches'}`;
  const all = checked >= due;
  const rest = behind.map(
    (tally) => `${tally.watchId}: ${number(tally.checked)} of ${number(tally.due)} windows checked`,
  );
  return {
    headline: `${all ? 'All quiet' : 'Quiet, with gaps'}: checked ${number(checked)} of ${number(due)} windows`,
    lines: [
      `There was nothing to tell here since ${since} (${timezone}); ${watched} looked.`,
      ...(all
        ? ['Every window was checked: no news is good news.']
        : ['What is not checked yet is asked again by itself, and told then:', ...rest]),
    ],
  };
}

function number(value: number): string {
  return value.toLocaleString('en');
}
