import { runsHere, serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import type { Stack } from '../stack/stack.ts';

/**
 * Queues a run of each watch that is new or has another version than before, so that it does not wait for its first slot.
 * The runs queue of a service lets a few of them run at a time. Returns the ids.
 */
export async function queueFirstRuns(
  watches: readonly Watch[],
  { before, stack }: { before: readonly Watch[]; stack: Pick<Stack, 'queue' | 'now'> },
): Promise<string[]> {
  const versions = new Map(before.map(({ id, version }) => [id, version]));
  const fresh = watches.filter((watch) => runsHere(watch) && versions.get(watch.id) !== watch.version);
  const scheduledFor = stack.now();
  for (const { id, kind } of fresh)
    await stack.queue.send(serviceOf(kind), { watchId: id, scheduledFor, track: 'live', continuation: 0 });
  return fresh.map(({ id }) => id);
}
