/** The values of a list, each of them once, in their order. */
export function unique(values: readonly string[] = []): string[] {
  return [...new Set(values)];
}
