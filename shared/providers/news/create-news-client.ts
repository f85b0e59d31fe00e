import * as z from 'zod';
import { TransportError } from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import { resolveNewsDate } from '../../domain/services/news-values.ts';
import { NEWS_ANSWER_CAP, NEWS_HITS_CAP, parameterOf } from '../../domain/services/news-rules.ts';
import { halvesOf, type Instant, slicesOf, type Window, wireTimeOf } from '../../domain/time/instant.ts';
import type { PlanFigures } from '../../domain/usage/budget.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import { type ClientSettings, openHttpClient } from '../http/create-http-client.ts';
import { type CallOptions, hiddenFailure, reading, READING, SEARCHING } from '../http/http-client.ts';
import {
  identifier,
  items,
  list,
  maybe,
  maybeFlag,
  maybeInstant,
  maybeNumber,
  maybeObject,
  maybeText,
  number,
} from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';
import {
  type ArticlePath,
  articleQuestion,
  articles,
  type ArticlesAnswer,
  articleSearches,
  failureInEnvelope,
  looseEnvelope,
} from './articles.ts';
import {
  type CheckedRequest,
  checkRequest,
  type NewsCalls,
  type NewsRequest,
  operation,
  sendRequest,
} from './request.ts';

/** Use at most 1 request per second unless the plan names a limit. */
export interface NewsClientSettings extends ClientSettings {
  /** How requests are sent. Both forms return the same. Default: POST. */
  method?: 'GET' | 'POST';
}

export type NewsClient = ReturnType<typeof createNewsClient>;

/**
 * A client of the news service. Every operation takes `CallOptions`, checks its request before it is sent, and throws
 * an `UpstreamError`, which says whether a repeat can help.
 */
export function createNewsClient({ method = 'POST', ...settings }: NewsClientSettings) {
  const { http, clock } = openHttpClient(settings, { service: 'news', keyHeader: 'x-api-token' });
  const calls: NewsCalls = { http, method, now: () => clock.now() };
  return {
    ...articleSearches(calls),
    breakingNews: breakingNews(calls),
    sources: sources(calls),
    aggregationCount: aggregationCount(calls),
    subscription: subscription(calls),
    /** All pages of a search; see {@link articlePages}. */
    articlePages: <P extends ArticlePath>(search: PagedSearch<P>, options?: CallOptions) =>
      articlePages(calls, { ...search, ...options }),
    /** A span of any size, in slices; see {@link articleSlices}. */
    articleSlices: <P extends DatedPath>(search: SlicedSearch<P>, options?: CallOptions) =>
      articleSlices(calls, { ...search, ...options }),
    /** Closes open connections. */
    close: () => http.close(),
  };
}

const event = z
  .object({ event_id: identifier, articles_count: maybeNumber, articles })
  .transform(({ articles: { kept, ...others }, ...rest }) => ({ ...rest, articles: kept, ...others }));

/** One page of events of the last 24 hours. `page_size` counts events. */
const breakingNewsAnswer = z
  .object({ ...looseEnvelope, breaking_news_events: items(event) })
  .transform(({ breaking_news_events: { kept, unusable, dropped }, ...rest }) => ({
    ...rest,
    /** In any order. `articles_count` counts all articles of the event, `articles` contains the top ones. */
    events: kept,
    /** Events and articles without an id, and their number. */
    dropped: kept.reduce((sum, { dropped: lost }) => sum + lost, dropped),
    unusable: [...unusable, ...kept.flatMap((group) => group.unusable)],
  }));

/** Groups of articles about breaking news. */
export function breakingNews(calls: NewsCalls) {
  const read = jsonReader(breakingNewsAnswer, failureInEnvelope);
  return operation(calls, { path: 'breaking_news', policy: SEARCHING, read });
}

const additional = z.object({
  nb_articles_for_7d: maybeNumber,
  country: maybeText,
  language: maybeText,
  lang: maybeText,
  rank: maybeNumber,
  is_news_domain: maybeFlag,
  news_domain_type: maybeText,
  news_type: maybeText,
  /** A share as text, such as `100%`. */
  robots_compliant: maybeText,
});

const outlet = z
  .object({
    domain_url: identifier,
    name_source: maybeText,
    logo: maybeText,
    language: maybeText,
    lang: maybeText,
    country: maybeText,
    additional_info: maybe(additional),
  })
  .transform(({ lang, ...source }) => ({
    ...source,
    language: source.language ?? lang ?? source.additional_info?.language ?? source.additional_info?.lang,
    country: source.country ?? source.additional_info?.country,
  }));

/** An entry is an object or a domain. */
const source = z.preprocess((value) => (typeof value === 'string' ? { domain_url: value } : value), outlet);

/** The available outlets, on one page. `message` says when the plan shortened the list. */
const sourcesAnswer = z
  .object({ message: maybeText, sources: items(source), user_input: maybeObject })
  .transform(({ sources: { kept, dropped }, ...rest }) => ({ ...rest, sources: kept, dropped }));

/** Media outlets by language, country, name or rank. */
export function sources(calls: NewsCalls) {
  const read = jsonReader(sourcesAnswer, hiddenFailure);
  return operation(calls, { path: 'sources', policy: READING, read });
}

/**
 * Groups other than time have undocumented fields, which are kept; these three names are those of the local service.
 */
const count = z.looseObject({
  time_frame: maybeInstant,
  language: maybeText,
  country: maybeText,
  source: maybeText,
  article_count: number,
});

/** Numbers of articles. Here `total_hits` is the true count and can exceed 10,000. */
const countAnswer = z
  .object({ ...looseEnvelope, aggregations: list(z.object({ aggregation_count: list(count) })) })
  .transform(({ aggregations, ...rest }) => ({
    ...rest,
    /** Empty when nothing was found. `time_frame` is the start of the hour, day or month. */
    counts: aggregations.flatMap((aggregation) => aggregation.aggregation_count),
  }));

/** How many articles match, by time frame, or by language, country or source. */
export function aggregationCount(calls: NewsCalls) {
  const read = jsonReader(countAnswer, failureInEnvelope);
  return operation(calls, { path: 'aggregation_count', policy: SEARCHING, read });
}

const subscriptionAnswer = z.object({
  active: maybeFlag,
  /** Counted per key over all paths. */
  concurrent_calls: maybeNumber,
  plan: maybeText,
  /** A billing month. */
  plan_calls: maybeNumber,
  remaining_calls: maybeNumber,
  historical_days: maybeNumber,
});

/** Limits and use of the plan. */
export type NewsSubscription = z.infer<typeof subscriptionAnswer>;

const read = jsonReader(subscriptionAnswer, hiddenFailure);

/**
 * Reads the plan; the request has no body. It is unknown whether this counts as a call: use it at most once per hour.
 */
export function subscription({ http, method }: NewsCalls) {
  const endpoint = reading(method, '/subscription');
  return (options?: CallOptions): Promise<NewsSubscription> => {
    return http.call({ endpoint, read }, options);
  };
}

/** A search whose pages are read, from the first one. The default page_size is 1,000 articles. */
export interface PagedSearch<P extends ArticlePath> {
  path: P;
  request: NewsRequest<P>;
}

/**
 * All pages of a search, up to the 10,000 articles that can be reached: at least one, which may be empty. Dates are
 * fixed before the first call, so that new articles do not shift the others from page to page, and an article
 * that occurs twice is returned once. An error of a call ends the iteration.
 */
export async function* articlePages<P extends ArticlePath>(
  calls: NewsCalls,
  { path, request, ...options }: PagedSearch<P> & CallOptions,
): AsyncGenerator<ArticlesAnswer, void, void> {
  const question = articleQuestion(path);
  const checked = withFixedDates(checkRequest(path, request), { path, now: calls.now() });
  const size = Number(checked['page_size'] ?? NEWS_ANSWER_CAP);
  const seen = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const asked = { ...checked, page, page_size: size };
    const answer = await sendRequest(calls, { question, request: asked, options });
    const fresh = answer.articles.filter(({ id }) => !seen.has(id) && seen.add(id));
    yield { ...answer, articles: fresh };
    pages = Math.min(answer.total_pages, reachablePages(answer));
  }
}

/** Pages within the cap, by the page size that the service used: it may be smaller than the requested one. */
function reachablePages({ page_size }: ArticlesAnswer): number {
  return Math.floor(NEWS_HITS_CAP / Math.max(page_size, 1));
}

/** Replaces each readable date by its current instant, and an open end by the current time. */
function withFixedDates(
  request: CheckedRequest,
  { path, now }: { path: ArticlePath; now: Instant },
): CheckedRequest {
  if (!parameterOf('to_')?.paths.includes(path)) return request;
  const { from_, to_ = 'now', ...rest } = request;
  return { ...rest, ...(from_ !== undefined && { from_: fixedDate(from_, now) }), to_: fixedDate(to_, now) };
}

function fixedDate(date: CheckedRequest[string], now: Instant): CheckedRequest[string] {
  const at = typeof date === 'string' ? resolveNewsDate(date, now) : undefined;
  return at === undefined ? date : wireTimeOf(at);
}

/** The searches with a period. */
export type DatedPath = Exclude<ArticlePath, 'latest_headlines'>;

/** A search over a span of any size. The iteration sets `from_`, `to_` and `page`. */
export interface SlicedSearch<P extends DatedPath> extends PagedSearch<P> {
  window: Window;
}

/** A part of the span whose articles can all be reached, or that is too short to be divided. */
export interface ArticleSlice {
  window: Window;
  total_hits: number;
  /** True: even this short slice contains more than the 10,000 articles that can be reached. */
  cut: boolean;
  /** Read them once, before the next slice. Articles of earlier slices are left out. */
  pages: AsyncIterable<ArticlesAnswer>;
}

/**
 * Slices of a span, oldest first, each queried with both ends: it is unknown whether the service includes the ends. So
 * 2 slices may share articles, which are returned once. A slice over the cap, or over the service's time limit,
 * is halved until it fits. Other errors end the iteration.
 */
export async function* articleSlices<P extends DatedPath>(
  calls: NewsCalls,
  { window, ...search }: SlicedSearch<P> & CallOptions,
): AsyncGenerator<ArticleSlice, void, void> {
  const seen = new Set<string>();
  const open = slicesOf(window).toReversed();
  for (let slice = open.pop(); slice; slice = open.pop()) {
    const period = { from_: wireTimeOf(slice.from), to_: wireTimeOf(slice.to), page: 1 };
    const pages = articlePages(calls, { ...search, request: { ...search.request, ...period } });
    const halves = halvesOf(slice);
    const first = await firstPage(pages, halves !== undefined);
    if (halves && (first === 'too-heavy' || first.total_hits >= NEWS_HITS_CAP)) {
      open.push(...halves.toReversed());
    } else if (first !== 'too-heavy') {
      const { total_hits } = first;
      const fresh = unseen(first, { rest: pages, seen });
      yield { window: slice, total_hits, cut: total_hits >= NEWS_HITS_CAP, pages: fresh };
    }
  }
}

/** The first page, or `too-heavy` when the search timed out and a smaller one may not. */
async function firstPage(
  pages: AsyncGenerator<ArticlesAnswer, void, void>,
  canBeHalved: boolean,
): Promise<ArticlesAnswer | 'too-heavy'> {
  try {
    const { value } = await pages.next();
    if (value) return value;
    throw new RangeError('A search has at least one page.');
  } catch (error) {
    if (canBeHalved && error instanceof TransportError && error.timedOut) return 'too-heavy';
    throw error;
  }
}

async function* unseen(
  first: ArticlesAnswer,
  { rest, seen }: { rest: AsyncIterable<ArticlesAnswer>; seen: Set<string> },
): AsyncGenerator<ArticlesAnswer, void, void> {
  const fresh = (page: ArticlesAnswer) => {
    const articles = page.articles.filter(({ id }) => !seen.has(id) && seen.add(id));
    return { ...page, articles };
  };
  yield fresh(first);
  for await (const page of rest) yield fresh(page);
}

/** Reads the calls that the plan allows and those that are left (news service, subscription). */
export function newsPlan(client: Pick<NewsClient, 'subscription'>) {
  return async ({ deadline }: CallLimits): Promise<PlanFigures> => {
    const { plan_calls: allowed, remaining_calls: left } = await client.subscription({ deadline });
    return defined<PlanFigures>({ allowed, left });
  };
}
