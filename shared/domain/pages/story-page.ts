import type { StoredFinding } from '../findings/finding.ts';
import { addSentimentSums, NO_SENTIMENT, type SentimentSum, sentimentSumOf } from '../reports/day-rollup.ts';
import type { Notice, Story, StoryArticle } from '../stories/story.ts';
import type { StoryOrder, StoryOrderKind } from './story-order.ts';
import { DAY, HOUR, type Instant } from '../time/instant.ts';
import type { AlertEntry, DayPage } from './inbox.ts';
import type { ActionForm } from './receipt.ts';
import type { ReaderAction } from './reader-action.ts';

// The list of stories, and the page of one.

/** A stored article of a story, with what was decided about it in the watch that brought it into the story. */
export interface ListedArticle extends StoredFinding {
  /** All watches of the story that have found it. */
  foundBy: readonly string[];
}

/** An article, and others with the same headline. */
export interface FoldedArticle {
  article: ListedArticle;
  copies: readonly ListedArticle[];
}

/** A story with its stored articles: not all of a large story, and none of watches that are gone. */
export interface StoryEntry {
  story: Story;
  /** The earliest first. */
  articles: readonly ListedArticle[];
}

/** The largest stories of a day, a page at a time. */
export interface StoriesView extends DayPage<StoryEntry> {
  /** How many there are on all pages. */
  count: number;
  /** Whether the day has more than are read. */
  isPart: boolean;
}

/** A page of the articles of a story. */
export interface StoryPageView {
  story: Story;
  /** Where it begins; absent for the earliest articles. */
  from?: StoryPlace;
  /** Where the page begins that has the later articles, if there are any. */
  next?: StoryPlace;
  /** How many articles of this page are not stored any more. */
  missing: number;
  facts: StoryFacts;
  /** The articles of the page with their copies. */
  folded: readonly FoldedArticle[];
  /** What channels were notified of, the first one first. */
  notices: readonly ChannelNotice[];
  /** The alerts on the story, and those that articles of the page caused by themselves, the earliest first. */
  sent: readonly AlertEntry[];
  /** What readers said of these alerts, by watch. */
  judgements: readonly StoryJudgement[];
  /** What people can order about it, and have ordered. */
  orders: StoryOrdersView;
}

/** What a channel was notified of about a story. */
export interface ChannelNotice extends Notice {
  channel: string;
  /** The policy that notified of it for one watch alone. Absent: the story as such. */
  policy?: string;
}

/** What the channels of a story were notified of, by the keys under which its record has it (`noticeKeyOf`). */
export function channelNotices(notices: Readonly<Record<string, Notice>>): ChannelNotice[] {
  const all = Object.entries(notices).map(([key, notice]): ChannelNotice => {
    const [channel = '', policy] = key.split(' ');
    return { ...notice, channel, ...(policy !== undefined && { policy }) };
  });
  return all.toSorted((one, other) => one.at - other.at);
}

/** Articles of a story with one headline, a part of those that its page folds. */
export interface StoryCopiesView {
  story: Story;
  /** The one that its page shows. */
  article: ListedArticle;
  /** How many there are beside it. */
  count: number;
  copies: readonly ListedArticle[];
  /** The path of the page of the story that folds them. */
  folded: string;
  /** From 1 on. */
  part: number;
  parts: number;
}

/** What readers said about the alerts of a watch on a story. */
export interface StoryJudgement {
  watchId: string;
  /** Who said that it is not relevant; undone ones are left out. */
  notRelevant: readonly ReaderAction[];
  /** The form that says it of the newest alert, or that undoes it. */
  form: ActionForm;
}

/** What a person can order about a story, and what people have ordered. */
export interface StoryOrdersView {
  /** The token of the forms of each kind, and of those that undo one. */
  tokens: Readonly<Record<StoryOrderKind | 'undo', string>>;
  /** The latest first. */
  given: readonly GivenOrder[];
  /** Whether it is muted now. */
  muted: boolean;
  /** The channels for which it can be muted: those that were notified of it. */
  mutes: readonly string[];
  notice?: StoryNotice;
}

/** An order as the page lists it. */
export interface GivenOrder {
  order: StoryOrder;
  /** Of a split: the title of the article, if it is stored. News text. */
  title?: string;
}

/**
 * What a form of the page of a story came to. `changed-meanwhile`: another person was faster, so the article is not in
 * the story any more, or the order is not in force. `full`: no silence fits.
 */
export type StoryNotice =
  | { is: 'given' | 'undone'; kind: StoryOrderKind }
  | { is: 'changed-meanwhile' | 'full' };

/** What the page of a story counts: each article once, by its fingerprint. */
export interface StoryFacts {
  /** How many articles were indexed in each hour, or each day of a long story, from the first one on. */
  course: { step: number; counts: readonly number[]; peak: { at: Instant; count: number } };
  /** The best rank first; those without a rank come last. */
  outlets: readonly { domain: string; rank?: number; articles: number }[];
  /** ISO 3166-1 alpha-2, the most articles first. */
  countries: readonly { country: string; articles: number }[];
  tone: SentimentSum;
}

/** A longer story is counted by day: so many hours fill a line of a phone. */
const MOST_HOURS = 48;
/** More steps than a page shows; the rest of a story that went on for months counts in the last one. */
const MOST_STEPS = 56;

/** Counts the articles of a story. One may be listed twice: the service may give its sentiment later. */
export function storyFacts(listed: readonly StoryArticle[]): StoryFacts {
  const articles = [...new Map(listed.map((one) => [one.fingerprint, one])).values()];
  return {
    course: courseOf(articles.map(({ at }) => at)),
    outlets: outletsOf(articles),
    countries: [...Map.groupBy(articles, ({ country }) => country ?? '')]
      .flatMap(([country, all]) => (country === '' ? [] : [{ country, articles: all.length }]))
      .toSorted((a, b) => b.articles - a.articles || (a.country < b.country ? -1 : 1)),
    tone: articles.map(({ sentiment }) => sentimentSumOf(sentiment)).reduce(addSentimentSums, NO_SENTIMENT),
  };
}

function courseOf(times: readonly Instant[]): StoryFacts['course'] {
  const first = times.reduce((low, at) => Math.min(low, at), times[0] ?? 0);
  const last = times.reduce((high, at) => Math.max(high, at), first);
  const step = last - first < MOST_HOURS * HOUR ? HOUR : DAY;
  const from = Math.floor(first / step) * step;
  const length = Math.min(MOST_STEPS, Math.floor((last - from) / step) + 1);
  const counts = Array.from({ length }, () => 0);
  for (const at of times) {
    const n = Math.min(length - 1, Math.floor((at - from) / step));
    counts[n] = (counts[n] ?? 0) + 1;
  }
  const count = Math.max(0, ...counts);
  return { step, counts, peak: { at: from + counts.indexOf(count) * step, count } };
}

function outletsOf(articles: readonly StoryArticle[]): StoryFacts['outlets'] {
  const byDomain = Map.groupBy(articles, ({ domain }) => domain ?? '');
  byDomain.delete('');
  return [...byDomain]
    .map(([domain, all]) => {
      const ranks = all.flatMap(({ rank }) => rank ?? []);
      return { domain, articles: all.length, ...(ranks.length > 0 && { rank: Math.min(...ranks) }) };
    })
    .toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || b.articles - a.articles);
}

/**
 * What articles with the same headline have in common: its letters and figures, in any case. Without a headline, each
 * is alone.
 */
export function headlineKeyOf({
  finding: { title, fingerprint },
}: {
  finding: Pick<StoredFinding['finding'], 'title' | 'fingerprint'>;
}): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words || fingerprint;
}

/** A place in the articles of a story: the one before which a page begins. */
export interface StoryPlace {
  at: Instant;
  fingerprint: string;
}

/** A place as text, for an address. */
export function storyPlaceText({ at, fingerprint }: StoryPlace): string {
  return `${at}~${fingerprint}`;
}

/** The place in a text; undefined for any other text. */
export function storyPlaceIn(text: string): StoryPlace | undefined {
  const [, at, fingerprint = ''] = /^(\d{1,15})~([\w.:-]{1,200})$/.exec(text) ?? [];
  return at === undefined ? undefined : { at: Number(at), fingerprint };
}

/** The articles of a story in the order of its page, each once, from a place on. */
export function articlesFrom(listed: readonly StoryArticle[], from: StoryPlace | undefined): StoryArticle[] {
  const articles = [...new Map(listed.map((one) => [one.fingerprint, one])).values()];
  const isBefore = (one: StoryPlace, other: StoryPlace) =>
    one.at === other.at ? one.fingerprint < other.fingerprint : one.at < other.at;
  return articles
    .filter((one) => from === undefined || !isBefore(one, from))
    .toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
}

/** How many headlines a page of a story shows. Each is shown with those of the following articles that share it. */
const HEADLINES_A_PAGE = 30;

/** What a page of a story has so far. */
export interface StoryRun {
  folded: readonly FoldedArticle[];
  /** The first article that has no room on it. */
  next?: StoryArticle;
}

/**
 * Puts the next articles on a page, until there is one that begins a headline too many. Articles that are gone are
 * left out.
 */
export function withArticles(
  { folded }: Pick<StoryRun, 'folded'>,
  { articles, stored }: { articles: readonly StoryArticle[]; stored: ReadonlyMap<string, ListedArticle> },
): StoryRun {
  const groups = new Map(folded.map(({ article, copies }) => [headlineKeyOf(article), [article, ...copies]]));
  let next: StoryArticle | undefined;
  for (const one of articles) {
    const found = stored.get(one.fingerprint);
    if (!found) continue;
    const key = headlineKeyOf(found);
    const group = groups.get(key);
    if (!group && groups.size >= HEADLINES_A_PAGE) {
      next = one;
      break;
    }
    if (group) group.push(found);
    else groups.set(key, [found]);
  }
  const all = [...groups.values()].flatMap(([article, ...copies]) => (article ? [{ article, copies }] : []));
  return { folded: all, ...(next && { next }) };
}
