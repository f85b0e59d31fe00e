import { DAY } from '../../shared/domain/time/instant.ts';
import type { Clock } from '../../shared/use-cases/ports/clock.ts';
import { restartExtractions } from '../../shared/use-cases/extraction/restart-extractions.ts';
import type { StackAccess } from './open-access.ts';

/** Later than any step of an extraction can be due. */
const AHEAD = 400 * DAY;
const MOST = 10_000;

/**
 * Starts every open extraction again. On this machine executions live in memory, so those of an earlier process are lost. On
 * AWS they survive, and `reconcile` starts only what is overdue.
 */
export function resumeExtractions(
  { store, workflow, executions }: StackAccess,
  clock: Pick<Clock, 'now'>,
): Promise<string[]> {
  const { extractions } = store;
  return restartExtractions(
    { extractions, workflow, executions, clock },
    { at: clock.now() + AHEAD, most: MOST },
  );
}
