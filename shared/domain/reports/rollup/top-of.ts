/** Collects the first few of many items in an order. */
interface Top<T> {
  add(item: T): void;
  /** The collected items, sorted. */
  all(): T[];
}

/** Keeps the first `most` of all added items; holds at most twice as many at a time. */
export function topOf<T>(most: number, order: (one: T, other: T) => number): Top<T> {
  let kept: T[] = [];
  const trim = (): void => {
    kept = kept.toSorted(order).slice(0, most);
  };
  return {
    add(item) {
      kept.push(item);
      if (kept.length >= 2 * most) trim();
    },
    all() {
      trim();
      return kept;
    },
  };
}

/** The lesser of two values that may be missing. */
export function leastOf<T extends string | number>(one: T | undefined, other: T | undefined): T | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}
