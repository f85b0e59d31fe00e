/** A sorted copy, by the key of each item. */
export function byKey<T>(items: Iterable<T>, key: (item: T) => string | number): T[] {
  return [...items].toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
