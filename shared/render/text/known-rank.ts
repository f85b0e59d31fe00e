/** The rank of an outlet; undefined where it has none, for which the news service writes 999999. */
export function knownRank(rank: number | undefined): number | undefined {
  return rank !== undefined && rank < 999_999 ? rank : undefined;
}
