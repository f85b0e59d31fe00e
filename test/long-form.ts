/**
 * True in `npm run test:long`, which runs the files `*.long.test.ts` and no others: whole stacks, kills, browsers,
 * deployed bundles, fuzz, and crashes at every call. `npm test` runs all other files.
 */
export const isLong = process.env['TEST_FORM'] === 'long';

/** Every `share`th entry of a table, from a place that moves with `turn`: over `share` turns each entry comes once. */
export function shareOf<T>(table: readonly T[], { share, turn }: { share: number; turn: number }): T[] {
  return table.filter((_, n) => (n + turn) % share === 0);
}
