import { dayAfter, dayOf, type Instant } from '../../../shared/domain/time/instant.ts';
import type { RemovedWatch } from '../../../shared/domain/watches/removed-watch.ts';
import type { Stack } from '../stack/stack.ts';

/** More alerts than all channels together get in a day. */
const MOST_A_DAY = 1_000_000;

/** A removed watch, as far as it is known. */
export type KnownRemoval = Pick<RemovedWatch, 'watchId' | 'brand'> & Partial<RemovedWatch>;

/**
 * The watches that the stack has no more, and of which something may be stored: those that apply noted, and those that
 * stored alerts name. Versions before the notes left only the alerts.
 *
 * @param since alerts made before are not read.
 */
export async function readRemoved(
  stack: Pick<Stack, 'removedWatches' | 'definitions' | 'alerts' | 'now'>,
  { since, progress }: { since: Instant; progress: (text: string) => void },
): Promise<KnownRemoval[]> {
  const applied = new Set((await stack.definitions.watches()).map(({ id }) => id));
  const removed = new Map<string, KnownRemoval>();
  for (let day = dayOf(since); day <= dayOf(stack.now()); day = dayAfter(day)) {
    progress(`removed watches: alerts of ${day} …`);
    for (const { alert } of await stack.alerts.madeOn(day, MOST_A_DAY)) {
      const { watchId, brand } = alert;
      if (watchId !== undefined) removed.set(watchId, brand === undefined ? { watchId } : { watchId, brand });
    }
  }
  for (const one of await stack.removedWatches.all(stack.now())) removed.set(one.watchId, one);
  return [...removed.values()]
    .filter(({ watchId }) => !applied.has(watchId))
    .toSorted((a, b) => (a.watchId < b.watchId ? -1 : 1));
}
