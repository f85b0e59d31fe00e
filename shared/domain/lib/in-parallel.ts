/** How many writes of one run are in flight at once: what one table serves well, and little enough to stop quickly. */
export const WRITES_AT_ONCE = 16;

/** Runs `work` over all items, at most `WRITES_AT_ONCE` at a time. The first failure stops the rest from starting. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  const lanes = await Promise.allSettled(Array.from({ length: WRITES_AT_ONCE }, () => stopping(lane, queue)));
  for (const result of lanes) if (result.status === 'rejected') throw result.reason;
}

async function stopping<T>(lane: () => Promise<void>, queue: Iterator<T>): Promise<void> {
  try {
    await lane();
  } catch (error) {
    drain(queue);
    throw error;
  }
}

function drain<T>(queue: Iterator<T>): void {
  while (!queue.next().done);
}
