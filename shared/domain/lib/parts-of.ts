/** A list in parts of at most `size` items, in its order. */
export function partsOf<T>(items: readonly T[], size: number): T[][] {
  const parts = Math.ceil(items.length / size);
  return Array.from({ length: parts }, (_, n) => items.slice(n * size, (n + 1) * size));
}
