import { DAY } from '../../shared/domain/time/instant.ts';
import type { Clock } from '../../shared/use-cases/ports/ports.ts';
import { restartExtractions } from '../../shared/use-cases/extraction/restart-extractions.ts';
import type { StackAccess } from './open-access.ts';

/** Later than any step of an extraction can be due. */
const AHEAD = 400 * DAY;
const MOST = 10_000;

/**
 * Executions live in the memory of this machine: a process that starts knows that those of the one before are forgotten,
 * and starts every open extraction again at once. On AWS they live on, and only what is overdue is started again.
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
