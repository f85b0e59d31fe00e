import type { Finding } from './finding.ts';
import type { Instant } from './instant.ts';
import type { Signature } from './likeness.ts';
import type { Story } from './story.ts';

/**
 * Who printed a story, and how: one article. Everything that is known of a story is folded from a set of these, so that
 * storing one again changes nothing, in whatever order several runs store theirs.
 */
export interface Print {
  fingerprint: string;
  /** When the service indexed it. */
  at: Instant;
  /** The outlet. */
  domain?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  /** SEO rank of the outlet: lower is more popular. */
  rank?: number;
  /** -1..1 */
  sentiment?: number;
}

/** A story as the store keeps it. */
export interface StoryRecord {
  id: string;
  /** The title of the finding that founded it. News text. */
  title: string;
  madeAt: Instant;
  /** When an article of it was last found: its memory runs from here. */
  seenAt: Instant;
  expiresAt: Instant;
  prints: readonly Print[];
  /** Of the finding that founded it, and of the first ones that joined it. */
  signature: Signature;
  samples: readonly Signature[];
  /** The stories that it took in. */
  absorbed: readonly string[];
  /** The story that took it in. */
  mergedInto?: string;
}

/** So many articles of a story are kept: with a print of at most 170 bytes an item stays below 400 KB. */
export const MOST_PRINTS = 2_000;
/** So many signatures beside the founder's: its words settle within the first few articles. */
export const MOST_SAMPLES = 12;
/** Real domains are far shorter; a field that is none is cut, so that no print grows. */
const LONGEST_DOMAIN = 80;
const LONGEST_CODE = 8;
/** The rank that stands for "unranked" (news service, article: rank). */
const UNRANKED = 999_999;

/** What a story keeps of a finding. Of the sentiments that of the text counts, else that of the title. */
export function printOf({ fingerprint, indexedAt, outlet, sentiment }: Finding): Print {
  const mood = sentiment?.content ?? sentiment?.title;
  const rank = outlet?.rank;
  return {
    fingerprint,
    at: indexedAt,
    ...(outlet && { domain: outlet.domain.slice(0, LONGEST_DOMAIN).toWellFormed() }),
    ...(outlet?.country !== undefined && { country: outlet.country.slice(0, LONGEST_CODE).toWellFormed() }),
    ...(rank !== undefined && rank < UNRANKED && { rank }),
    ...(mood !== undefined && { sentiment: Math.round(mood * 1_000) / 1_000 }),
  };
}

/** Whether a story that holds `known` learns nothing from another print of the same article. */
export function saysNothingNew(known: readonly Print[], print: Print): boolean {
  return known.some(
    ({ fingerprint, sentiment, rank }) =>
      fingerprint === print.fingerprint &&
      (sentiment !== undefined || print.sentiment === undefined) &&
      (rank !== undefined || print.rank === undefined),
  );
}

/** A story and those that it took in, as one. The first record is the story itself. */
export function storyFrom(record: StoryRecord, absorbed: readonly StoryRecord[] = []): Story {
  const prints = [record, ...absorbed].flatMap((one) => one.prints);
  const ranks = prints.flatMap(({ rank }) => rank ?? []);
  const moods = new Map(
    prints.flatMap(({ fingerprint, sentiment }) =>
      sentiment === undefined ? [] : [[fingerprint, sentiment] as const],
    ),
  );
  const times = prints.map(({ at }) => at);
  const bestRank = least(ranks);
  return {
    id: record.id,
    ...(record.mergedInto !== undefined && { mergedInto: record.mergedInto }),
    title: record.title,
    members: once(prints.map(({ fingerprint }) => fingerprint)),
    outlets: once(prints.flatMap(({ domain }) => domain ?? [])),
    countries: once(prints.flatMap(({ country }) => country ?? [])),
    ...(bestRank !== undefined && { bestRank }),
    ...(moods.size > 0 && { sentiment: meanOf([...moods.values()]) }),
    firstAt: least(times) ?? record.madeAt,
    lastAt: times.reduce((latest, at) => Math.max(latest, at), least(times) ?? record.madeAt),
  };
}

function least(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((low, value) => Math.min(low, value));
}

function meanOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0) / values.length;
}

function once(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}
