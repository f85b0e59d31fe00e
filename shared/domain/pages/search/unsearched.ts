import type { Finding } from '../../findings/finding.ts';

/** The parts of a finding that a search neither compares nor shows, as a mask: a third of its bytes or more. */
export const UNSEARCHED = {
  signature: true,
  embedding: true,
  contentHash: true,
  hashWithoutCompanies: true,
  duplicateGroup: true,
  themes: true,
  people: true,
  places: true,
  iptcTags: true,
  iptcCodes: true,
  iabTags: true,
} as const satisfies Partial<Record<keyof Finding, true>>;
