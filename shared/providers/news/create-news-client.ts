import * as z from 'zod';
import { defined } from '../../domain/lib/fields.ts';
import type { PlanFigures } from '../../domain/usage/budget.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import { openHttpClient } from '../http/create-http-client.ts';
import type { ClientSettings } from '../http/http-client.ts';
import { type CallOptions, hiddenFailure, reading, READING, SEARCHING } from '../http/http-client.ts';
import { identifier, items, list, maybeInstant, maybeNumber, maybeText, number } from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';
import { articles, articleSearches, failureInEnvelope, looseEnvelope } from './articles.ts';
import { type NewsCalls, operation } from './request.ts';

export type NewsClient = ReturnType<typeof createNewsClient>;

/**
 * A client of the news service. Every operation takes `CallOptions`, checks its request before it is sent, and throws
 * an `UpstreamError`, which says whether a repeat can help. Send at most 1 request per second unless the plan names a
 * limit.
 */
export function createNewsClient(settings: ClientSettings) {
  const { http, clock } = openHttpClient(settings, { service: 'news', keyHeader: 'x-api-token' });
  const calls: NewsCalls = { http, now: () => clock.now() };
  return {
    ...articleSearches(calls),
    breakingNews: breakingNews(calls),
    sources: sources(calls),
    aggregationCount: aggregationCount(calls),
    subscription: subscription(calls),
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
function breakingNews(calls: NewsCalls) {
  const read = jsonReader(breakingNewsAnswer, failureInEnvelope);
  return operation(calls, { path: 'breaking_news', policy: SEARCHING, read });
}

/** An entry is an object or a domain. Of an outlet its domain alone is read. */
const source = z.preprocess(
  (value) => (typeof value === 'string' ? { domain_url: value } : value),
  z.object({ domain_url: identifier }),
);

/** The available outlets, on one page. `message` says when the plan shortened the list. */
const sourcesAnswer = z
  .object({ message: maybeText, sources: items(source) })
  .transform(({ sources: { kept, dropped }, ...rest }) => ({ ...rest, sources: kept, dropped }));

/** Media outlets by language, country, name or rank. */
function sources(calls: NewsCalls) {
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
function aggregationCount(calls: NewsCalls) {
  const read = jsonReader(countAnswer, failureInEnvelope);
  return operation(calls, { path: 'aggregation_count', policy: SEARCHING, read });
}

/** Limits and use of the plan. */
const subscriptionAnswer = z.object({
  plan: maybeText,
  /** A billing month. */
  plan_calls: maybeNumber,
  remaining_calls: maybeNumber,
  historical_days: maybeNumber,
});

const read = jsonReader(subscriptionAnswer, hiddenFailure);

/**
 * Reads the plan; the request has no body. It is unknown whether this counts as a call: use it once per hour, and where a
 * query had no answer.
 */
function subscription({ http }: NewsCalls) {
  const endpoint = reading('POST', '/subscription');
  return (options?: CallOptions) => http.call({ endpoint, read }, options);
}

/** Reads the calls that the plan allows and those that are left (news service, subscription). */
export function newsPlan(client: Pick<NewsClient, 'subscription'>) {
  return async ({ deadline }: CallLimits): Promise<PlanFigures> => {
    const { plan_calls: allowed, remaining_calls: left } = await client.subscription({ deadline });
    return defined<PlanFigures>({ allowed, left });
  };
}
