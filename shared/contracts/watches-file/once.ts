/** A list that is written, without what stands in it twice. */
export function once(values: readonly string[] = []): string[] {
  return [...new Set(values)];
}
