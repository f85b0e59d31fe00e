import type { Instant } from '../../../shared/domain/time/instant.ts';

/** Work that begins at given times. */
export interface Agenda<T> {
  add(at: Instant, work: T): void;
  /** The soonest; of several at one time the one that was added first. */
  next(): { at: Instant; work: T } | undefined;
  take(): void;
}

/** A heap: replays add and take hundreds of thousands of times. */
export function openAgenda<T>(): Agenda<T> {
  const heap: { at: Instant; order: number; work: T }[] = [];
  let order = 0;
  const isBefore = (one: number, other: number): boolean => {
    const [a, b] = [heap[one], heap[other]];
    if (!a || !b) return a !== undefined;
    return a.at < b.at || (a.at === b.at && a.order < b.order);
  };
  const swap = (one: number, other: number): void => {
    const [a, b] = [heap[one], heap[other]];
    if (a && b) [heap[one], heap[other]] = [b, a];
  };
  const sink = (from: number): void => {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      const least = isBefore(left + 1, left) ? left + 1 : left;
      if (least >= heap.length || !isBefore(least, at)) return;
      swap(least, at);
      at = least;
    }
  };
  return {
    add(at, work) {
      heap.push({ at, order: (order += 1), work });
      for (let child = heap.length - 1; child > 0; ) {
        const parent = Math.floor((child - 1) / 2);
        if (!isBefore(child, parent)) return;
        swap(child, parent);
        child = parent;
      }
    },
    next: () => heap[0],
    take() {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      heap[0] = last;
      sink(0);
    },
  };
}
