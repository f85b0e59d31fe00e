import { MINUTE } from '../../../domain/time/instant.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FoundSoFar, Timeline } from '../../ports/pages/timeline.ts';

/** So many watches have a day that is kept: up to 20 KB each. */
const MOST_KEPT = 500;

/**
 * A timeline that reads what a watch has found on a day once a minute while the watch is in the same state. A run changes the state,
 * so what it found is counted at once. What others have found, such as a backfill, is counted when the minute is over. It keeps
 * numbers and ids alone, so nothing that was forgotten is shown.
 */
export function rememberSoFar(timeline: Timeline, clock: Pick<Clock, 'now'>): Timeline {
  const kept = new Map<string, { state: string; soFar: FoundSoFar }>();
  return {
    ...timeline,
    async soFar(watchId, { state, ...asked }) {
      if (state === undefined) return timeline.soFar(watchId, asked);
      const now = `${Math.floor(clock.now() / MINUTE)} ${asked.day} ${asked.most} ${state}`;
      const known = kept.get(watchId);
      if (known?.state === now) return known.soFar;
      const soFar = await timeline.soFar(watchId, asked);
      kept.delete(watchId);
      kept.set(watchId, { state: now, soFar });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return soFar;
    },
  };
}
