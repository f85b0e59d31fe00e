/**
 * Sets of values by key. A key with one value holds it without a set: most words are in one story only, and a set of one
 * takes ten times the memory.
 */
export type ValueSets<V extends string | number> = Map<string, V | Set<V>>;

export function addValue<V extends string | number>(sets: ValueSets<V>, key: string, value: V): void {
  const held = sets.get(key);
  if (held === undefined) sets.set(key, value);
  else if (held instanceof Set) held.add(value);
  else if (held !== value) sets.set(key, new Set([held, value]));
}

export function deleteValue<V extends string | number>(sets: ValueSets<V>, key: string, value: V): void {
  const held = sets.get(key);
  if (held instanceof Set) held.delete(value);
  else if (held === value) sets.delete(key);
}

/** The values of a key, each once. */
export function valuesOf<V extends string | number>(sets: ValueSets<V>, key: string): Iterable<V> {
  const held = sets.get(key);
  if (held === undefined) return [];
  return held instanceof Set ? held : [held];
}

/** How many values a key has. */
export function countOf<V extends string | number>(sets: ValueSets<V>, key: string): number {
  const held = sets.get(key);
  if (held === undefined) return 0;
  return held instanceof Set ? held.size : 1;
}
