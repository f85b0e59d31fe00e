import { type Finding, isRanked, sentimentOf } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import type { Instant } from '../time/instant.ts';
import { detectionPolicyOf, type PolicyName } from '../policies/registry.ts';
import type { Severity } from '../watches/watch.ts';
import type { Signature } from './similarity.ts';
import type { Story } from './story.ts';

/** One article of a story. A story is computed from a set of these, so storing one again changes nothing. */
export interface StoryArticle {
  fingerprint: string;
  /** When the service indexed it. */
  at: Instant;
  /** The outlet's domain. */
  domain?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  /** SEO rank of the outlet: lower is more popular. */
  rank?: number;
  /** -1..1 */
  sentiment?: number;
}

/** What a channel was notified of about a story. */
export interface Notice {
  /** The highest severity that it was notified of. */
  severity: Severity;
  /** When its first alert was made. */
  at: Instant;
  /** The ids of its alerts, the first one first. */
  alerts: readonly string[];
  /** The watches that have found the story on this channel, the one that caused the first alert first. */
  watches: readonly string[];
}

/** A story as it is stored: of one space, open or closed. */
export interface StoryRecord {
  id: string;
  space: string;
  /** Its most central headline so far (central-headline.ts). News text. */
  title: string;
  madeAt: Instant;
  /** When one of its articles was last found; it is remembered from here. */
  seenAt: Instant;
  expiresAt: Instant;
  articles: readonly StoryArticle[];
  /** The watches that have found it, in the order in which they did. */
  watches: readonly string[];
  /** What its channels were notified of, by `noticeKeyOf`. */
  notices: Readonly<Record<string, Notice>>;
  /** The signature of the finding that created it, and those of the first findings that joined. */
  signature: Signature;
  samples: readonly Signature[];
}

/** The stories of one space are about a subject as such; a policy that detects something notifies of that, for its watch alone. */
export function noticeKeyOf(channel: string, watch: { id: string; alert: { when: PolicyName } }): string {
  const policy = detectionPolicyOf(watch.alert.when);
  return policy === undefined ? channel : `${channel} ${policy} ${watch.id}`;
}

/** A stored story without its signatures: only who assigns findings needs those, and they are most of its bytes. */
export type StoryOutline = Omit<StoryRecord, 'signature' | 'samples'>;

/** How many articles of a story are kept: each takes at most 240 bytes, and an item at most 400 KB. */
export const MOST_STORY_ARTICLES = 1_500;
/** How many signatures are kept beside the first: the first few articles bring most of a story's words. */
export const MOST_SAMPLES = 12;
/** Domains have this form. Any other text, such as a name instead of a domain, is cut. */
const PLAIN_DOMAIN = /^[\w.-]{1,80}$/;
const LONGEST_NAME = 24;
const LONGEST_CODE = 3;

/** What a story keeps of a finding. */
export function storyArticleOf(finding: Finding): StoryArticle {
  const { fingerprint, indexedAt, outlet } = finding;
  const sentiment = sentimentOf(finding);
  return defined<StoryArticle>({
    fingerprint,
    at: indexedAt,
    domain: outlet && domainOf(outlet.domain),
    country: outlet?.country === undefined ? undefined : cut(outlet.country, LONGEST_CODE),
    rank: isRanked(outlet?.rank) ? outlet.rank : undefined,
    sentiment: sentiment === undefined ? undefined : Math.round(sentiment * 1_000) / 1_000,
  });
}

function domainOf(domain: string): string {
  return PLAIN_DOMAIN.test(domain) ? domain : cut(domain, LONGEST_NAME);
}

/** The beginning of a text, without characters that JSON must escape. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replaceAll(/["\\\p{Cc}]/gu, '');
}

/** Whether a story with the articles `known` learns nothing from the same article again. */
export function addsNothing(known: readonly StoryArticle[], article: StoryArticle): boolean {
  return known.some(
    ({ fingerprint, sentiment, rank }) =>
      fingerprint === article.fingerprint &&
      (sentiment !== undefined || article.sentiment === undefined) &&
      (rank !== undefined || article.rank === undefined),
  );
}

/** A finding by itself, as the rules of severity see it. */
export function singleFindingStory(finding: Finding): Omit<Story, 'id'> {
  const { title, indexedAt } = finding;
  return storyOfArticles({ title, madeAt: indexedAt }, [storyArticleOf(finding)]);
}

/** A story as readers see it. */
export function storyOfRecord({ id, ...record }: StoryOutline): Story {
  return { id, ...storyOfArticles(record, record.articles) };
}

function storyOfArticles(
  { title, madeAt }: Pick<StoryOutline, 'title' | 'madeAt'>,
  articles: readonly StoryArticle[],
): Omit<Story, 'id'> {
  const sentiments = new Map(
    articles.flatMap(({ fingerprint, sentiment }) =>
      sentiment === undefined ? [] : [[fingerprint, sentiment] as const],
    ),
  );
  const times = articles.map(({ at }) => at);
  const firstAt = least(times) ?? madeAt;
  return defined<Omit<Story, 'id'>>({
    title,
    members: distinct(articles.map(({ fingerprint }) => fingerprint)),
    outlets: distinct(articles.flatMap(({ domain }) => domain ?? [])),
    countries: distinct(articles.flatMap(({ country }) => country ?? [])),
    bestRank: least(articles.flatMap(({ rank }) => rank ?? [])),
    sentiment: meanOf([...sentiments.values()]),
    firstAt,
    lastAt: times.reduce((latest, at) => Math.max(latest, at), firstAt),
  });
}

function least(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((low, value) => Math.min(low, value));
}

/** The mean, summed in a fixed order, so that the same values always give the same number. */
function meanOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0) / values.length;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}
