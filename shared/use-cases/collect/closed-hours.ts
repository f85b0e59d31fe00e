import { hourOf } from '../../domain/counting/hourly-counts.ts';
import { countingOf } from '../../domain/policies/registry.ts';
import { inBaseline, type RunState } from '../../domain/runs/run-state.ts';
import { HOUR, type Instant } from '../../domain/time/instant.ts';
import { spaceOf } from '../../domain/watches/space.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';
import { rankOf } from './insert-findings.ts';

/**
 * Puts the hours of a watch that counts among what waits, where some have closed since they were last judged. True: they wait, and an
 * order has to go out.
 */
export async function waitForClosedHours(
  { clock, hourlyCounts, spaces }: Pick<Ports, 'clock' | 'hourlyCounts' | 'spaces'>,
  { watch, state }: { watch: Watch; state: RunState },
): Promise<boolean> {
  if (!countingOf(watch)) return false;
  const now = clock.now();
  const counts = await hourlyCounts.get(watch.id);
  const until = hoursClosedUntil({ watch, state, judgedUntil: counts?.until ?? 0, now });
  if (until === undefined) return false;
  const rank = rankOf(watch, { isSilent: false });
  await spaces.wait([{ kind: 'hours', until, space: spaceOf(watch), rank, since: now, watchId: watch.id }]);
  return true;
}

/**
 * The full hour until which the hours of a watch can be judged now; undefined where nothing is new. Only hours that were asked for are
 * judged, each once. The records of a job are dated by when they are seen, after the time that the job covers: its hours are judged
 * when it has ended.
 */
function hoursClosedUntil({
  watch,
  state,
  judgedUntil,
  now,
}: {
  watch: Watch;
  state: RunState;
  judgedUntil: Instant;
  now: Instant;
}): Instant | undefined {
  const { coveredUntil } = state;
  if (coveredUntil === undefined || inBaseline(state)) return undefined;
  if (watch.kind === 'extraction') return coveredUntil > judgedUntil ? hourOf(now) + HOUR : undefined;
  const edge = hourOf(Math.min(coveredUntil, now));
  return edge > judgedUntil ? edge : undefined;
}
