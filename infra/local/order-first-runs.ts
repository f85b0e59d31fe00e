import type { Instant } from '../../shared/domain/time/instant.ts';
import { runsHere, serviceOf, type Watch } from '../../shared/domain/watches/watch.ts';
import type { StackAccess } from './open-access.ts';

/**
 * Orders a run of each watch that has never run, so that a new stack finds something at once. Its schedules start somewhere
 * within their first period, as on AWS.
 */
export async function orderFirstRuns(
  watches: readonly Watch[],
  { store, queue }: StackAccess,
  now: Instant,
): Promise<void> {
  for (const { id, kind } of watches.filter(runsHere)) {
    const state = await store.states.read(id, 'live');
    if (state?.lastRunAt !== undefined) continue;
    await queue.send(serviceOf(kind), { watchId: id, scheduledFor: now, track: 'live', continuation: 0 });
  }
}
