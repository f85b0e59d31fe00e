import type { StoryGroups } from './story-groups.ts';

/** Places articles once nobody asks, so that the first who asks for near copies does not wait for all of them. */
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
  groups: Pick<StoryGroups, 'placed'>,
  delay: (work: () => void) => Delayed = afterQuiet,
): QuietWork {
  let isOver = false;
  const waiting = delay(() => {
    isOver = true;
    // Who asks for near copies meets the error.
    groups.placed().catch(() => undefined);
  });
  return {
    asked() {
      if (!isOver) waiting.refresh();
    },
    stop: () => void waiting.close(),
  };
}
