import { type Finding, isRanked, sentimentOf, type StoredFinding } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import { idOf } from '../lib/hash.ts';
import { detectionPolicyOf, type PolicyName } from '../policies/registry.ts';
import { dayOf, DAY, type Instant } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';

/**
 * How long a story is remembered after its latest article, unless `watches.yaml` says otherwise. It is longer than the
 * week over which the service compares copies, so an article that is edited or indexed again gets no new alert.
 */
export const STORY_MEMORY = 30 * DAY;

/** Findings of a space that report the same thing, with who published it. */
export interface Story {
  id: string;
  /** Its most central headline. News text. */
  title: string;
  /** Fingerprints of its articles, each once; a fingerprint is the same in every watch. */
  members: readonly string[];
  /** Domains of the outlets that published it. */
  outlets: readonly string[];
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[];
  /** The best SEO rank among its outlets: lower is more popular. */
  bestRank?: number;
  /** Mean sentiment of its articles, -1..1, if the service gave any. */
  sentiment?: number;
  /** When its first and its latest article were indexed. */
  firstAt: Instant;
  lastAt: Instant;
}

/**
 * The id of the story that a finding begins in a space. It depends on the finding's identity and on the UTC day on
 * which it was found: a title, or a group of the service, can belong to another story once this one is forgotten, and
 * each story id is notified only once. An event is the same story whenever it is found.
 */
export function storyIdOf(
  space: string,
  { finding: { service, fingerprint, type }, foundAt }: Pick<StoredFinding, 'finding' | 'foundAt'>,
): string {
  return idOf('story', space, service, fingerprint, ...(type === 'event' ? [] : [dayOf(foundAt)]));
}

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
  /** Its most central headline so far (`isMoreCentral`). News text. */
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
}

/**
 * The stories of one space are about a subject as such; a policy that detects something notifies of that, for its
 * watch alone.
 */
export function noticeKeyOf(channel: string, watch: { id: string; alert: { when: PolicyName } }): string {
  const policy = detectionPolicyOf(watch.alert.when);
  return policy === undefined ? channel : `${channel} ${policy} ${watch.id}`;
}

/** How many articles of a story are kept: each takes at most 240 bytes, and an item at most 400 KB. */
export const MOST_STORY_ARTICLES = 1_500;
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
export function storyOfRecord({ id, ...record }: StoryRecord): Story {
  return { id, ...storyOfArticles(record, record.articles) };
}

function storyOfArticles(
  { title, madeAt }: Pick<StoryRecord, 'title' | 'madeAt'>,
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
