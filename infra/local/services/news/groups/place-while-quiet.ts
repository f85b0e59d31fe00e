import type { Clock } from '../../kit/clock.ts';
import type { StoryGroups } from './story-groups.ts';

/** Places articles while nobody asks, so that the first who asks for near copies does not wait for all of them. */
export interface QuietWork {
  /** Somebody asks: the work waits for the whole quiet time again. */
  asked(): void;
  stop(): void;
}

/** Something that happens after a time, which can begin again. `NodeJS.Timeout` is one. */
interface Delayed {
  refresh(): unknown;
  close(): unknown;
}

/** In milliseconds: longer than the pauses of a stack that starts, which needs the processor for itself. */
const QUIET = 10_000;

const afterQuiet = (work: () => void): Delayed => setTimeout(work, QUIET).unref();

/** The groups do not depend on when articles are placed, so no answer does. */
export function placeWhileQuiet(
  groups: StoryGroups,
  { clock, delay = afterQuiet }: { clock: Clock; delay?: (work: () => void) => Delayed },
): QuietWork {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = () => delay(() => void work());
  let waiting = wait();
  async function work(): Promise<void> {
    await groups.carryOn(clock.now(), signal);
    if (!signal.aborted) waiting = wait();
  }
  return {
    asked: () => void waiting.refresh(),
    stop() {
      stopping.abort();
      waiting.close();
    },
  };
}
