import { UNRANKED } from '../../findings/finding.ts';

/** Bands of an outlet's SEO rank, best first: lower is more popular. */
export const REACH_BANDS = [
  { id: 'top-1k', label: 'Rank 1 to 1,000', upTo: 1_000 },
  { id: 'top-10k', label: '1,001 to 10,000', upTo: 10_000 },
  { id: 'top-100k', label: '10,001 to 100,000', upTo: 100_000 },
  { id: 'beyond', label: 'Beyond 100,000', upTo: UNRANKED - 1 },
  { id: 'unranked', label: 'Not ranked', upTo: Number.POSITIVE_INFINITY },
] as const;

/** The index of a rank's band. An outlet without a rank is unranked. */
export function reachBandOf(rank: number | undefined): number {
  const at = REACH_BANDS.findIndex(({ upTo }) => rank !== undefined && rank <= upTo);
  return at < 0 ? REACH_BANDS.length - 1 : at;
}
