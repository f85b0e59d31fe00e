import type { Instant } from '../../domain/time/instant.ts';
import { LEAST_KEPT, type RemovedWatch } from '../../domain/watches/removed-watch.ts';
import type { Kept } from '../apply/apply-lease.ts';
import type { ForgetPorts } from './forget-ports.ts';
import { forgetRolledUpDays } from './forget-rollups.ts';
import { forgetStories } from './forget-stories.ts';

/** What forgetting one watch takes beside its name. */
interface ForgetWatchOrder {
  /** All other watches of which something may be stored. */
  others: readonly string[];
  /** The brands that it had, as far as their totals are kept. */
  brands: readonly string[];
  /** The time zones in which days may be rolled up. */
  zones: readonly string[];
  ports: ForgetPorts;
  progress: (text: string) => void;
  keep: Kept['keep'];
}

/** How many stories and days of totals were deleted, and how many days are kept with the watch in them. */
interface ForgottenWatch {
  stories: number;
  days: number;
  kept: number;
}

/** Deletes what only leads to a watch, then what lies below it. */
export async function forgetWatch(watchId: string, order: ForgetWatchOrder): Promise<ForgottenWatch> {
  const { others, brands, zones, ports, progress, keep } = order;
  await ports.schedules.remove(watchId);
  await ports.expectedRuns.remove(watchId);
  progress(`stories of ${watchId} …`);
  const stories = await forgetStories(watchId, { others, ports, keep });
  const retentions = await readRetentions(ports);
  const counts = { stories, days: 0, kept: 0 };
  for (const brand of brands) {
    await keep();
    const { days, kept } = await forgetRolledUpDays(watchId, { brand, zones, retentions, ports });
    counts.days += days;
    counts.kept += kept;
  }
  progress(`items of ${watchId} …`);
  await ports.removals.watch(watchId, keep);
  return counts;
}

async function readRetentions({
  definitions,
  removedWatches,
  clock,
}: ForgetPorts): Promise<Map<string, number>> {
  const removed = (await removedWatches.all(clock.now())).map((one) => [one.watchId, one.retention] as const);
  const applied = (await definitions.watches()).map((one) => [one.id, one.retention] as const);
  return new Map([...removed, ...applied]);
}

/** How often what somebody stored meanwhile is deleted too. */
const MOST_ROUNDS = 3;

/**
 * Checks that nothing lies below a watch any more, and forgets that it was removed.
 *
 * @returns whether that is so. Otherwise somebody still writes, and the note stays.
 */
export async function finishWatch(
  watchId: string,
  { ports, keep }: { ports: ForgetPorts } & Kept,
): Promise<boolean> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const content = await ports.removals.contentOf(watchId);
    if (Object.values<number>({ ...content }).every((count) => count === 0)) {
      await ports.removedWatches.forget(watchId);
      return true;
    }
    await ports.removals.watch(watchId, keep);
  }
  return false;
}

/** The note of a watch that a version removed which kept none: a repeat after a crash finds the watch by it. */
export function noteOf(
  watchId: string,
  { brand, at, until }: { brand: string | undefined; at: Instant; until: Instant },
): RemovedWatch {
  return {
    watchId,
    ...(brand !== undefined && { brand }),
    retention: LEAST_KEPT,
    removedAt: at,
    expiresAt: until,
  };
}
