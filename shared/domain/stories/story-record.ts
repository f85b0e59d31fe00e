import type { Finding } from '../findings/finding.ts';
import type { Instant } from '../time/instant.ts';
import type { Signature } from './similarity.ts';
import { type Story, storyIdOf } from './story.ts';

/**
 * Who printed a story, and how: one article. Everything that is known of a story is folded from a set of these, so that
 * storing one again changes nothing, in whatever order several runs store theirs.
 */
export interface StoryArticle {
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
  prints: readonly StoryArticle[];
  /** Of the finding that founded it, and of the first ones that joined it. */
  signature: Signature;
  samples: readonly Signature[];
  /** The stories that it took in. */
  absorbed: readonly string[];
  /** The story that took it in. */
  mergedInto?: string;
}

/** So many articles of a story are kept: a print takes at most 240 bytes, and an item of the store 400 KB. */
export const MOST_STORY_ARTICLES = 1_500;
/** So many signatures beside the founder's: its words settle within the first few articles. */
export const MOST_SAMPLES = 12;
/** Domains are plain and shorter than this; what is not, a name in place of one, is cut so that no print grows. */
const PLAIN_DOMAIN = /^[\w.-]{1,80}$/;
const LONGEST_NAME = 24;
const LONGEST_CODE = 3;
/** The rank that stands for "unranked" (news service, article: rank). */
const UNRANKED = 999_999;

/** What a story keeps of a finding. Of the sentiments that of the text counts, else that of the title. */
export function storyArticleOf({ fingerprint, indexedAt, outlet, sentiment }: Finding): StoryArticle {
  const sentimentSum = sentiment?.content ?? sentiment?.title;
  const rank = outlet?.rank;
  return {
    fingerprint,
    at: indexedAt,
    ...(outlet && {
      domain: PLAIN_DOMAIN.test(outlet.domain) ? outlet.domain : cut(outlet.domain, LONGEST_NAME),
    }),
    ...(outlet?.country !== undefined && { country: cut(outlet.country, LONGEST_CODE) }),
    ...(rank !== undefined && rank < UNRANKED && { rank }),
    ...(sentimentSum !== undefined && { sentiment: Math.round(sentimentSum * 1_000) / 1_000 }),
  };
}

/** The beginning of a text, without characters that JSON writes longer. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replaceAll(/["\\\p{Cc}]/gu, '');
}

/** Whether a story that holds `known` learns nothing from another print of the same article. */
export function addsNothing(known: readonly StoryArticle[], print: StoryArticle): boolean {
  return known.some(
    ({ fingerprint, sentiment, rank }) =>
      fingerprint === print.fingerprint &&
      (sentiment !== undefined || print.sentiment === undefined) &&
      (rank !== undefined || print.rank === undefined),
  );
}

/** The story of a finding that stands by itself. */
export function singleFindingStory(finding: Finding): Story {
  const { title, indexedAt } = finding;
  return rolledUpInto({ id: storyIdOf(finding), title, madeAt: indexedAt }, [storyArticleOf(finding)]);
}

/** A story and those that it took in, as one. The first record is the story itself. */
export function storyOfRecords(record: StoryRecord, absorbed: readonly StoryRecord[] = []): Story {
  return rolledUpInto(
    record,
    [record, ...absorbed].flatMap(({ prints }) => prints),
  );
}

function rolledUpInto(
  record: Pick<StoryRecord, 'id' | 'title' | 'madeAt' | 'mergedInto'>,
  prints: readonly StoryArticle[],
): Story {
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
