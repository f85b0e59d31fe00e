/**
 * The shares of amounts in tenths of a percent. They add up to exactly 1,000: what rounding leaves goes to the shares that
 * lost most, the first of equal ones first. If all amounts are 0, so are the shares.
 */
export function sharesOf(amounts: readonly number[]): number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total === 0) return amounts.map(() => 0);
  const exact = amounts.map((amount) => (amount / total) * 1_000);
  const shares = exact.map(Math.floor);
  const left = 1_000 - shares.reduce((sum, share) => sum + share, 0);
  const lost = exact.map((share, index) => ({ index, part: share - Math.floor(share) }));
  const most = lost.toSorted((a, b) => b.part - a.part || a.index - b.index).slice(0, left);
  for (const { index } of most) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
