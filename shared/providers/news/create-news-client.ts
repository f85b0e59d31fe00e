import type { Dispatcher } from 'undici';
import type { Clock } from '../../use-cases/ports.ts';
import type { CallOptions } from '../http/call-options.ts';
import { createDispatcher } from '../http/create-dispatcher.ts';
import { createHttpClient } from '../http/create-http-client.ts';
import { keyProvider } from '../http/key-provider.ts';
import { SYSTEM_CLOCK } from '../http/system-clock.ts';
import { aggregationCount } from './aggregation-count.ts';
import { articlePages, type PagedSearch } from './article-pages.ts';
import { articleSearches, type ArticlePath } from './article-search.ts';
import { articleSlices, type DatedPath, type SlicedSearch } from './article-slices.ts';
import type { NewsCalls } from './ask.ts';
import { breakingNews } from './breaking-news.ts';
import { sources } from './sources.ts';
import { subscription } from './subscription.ts';

/** What a news client needs, and what may be set. */
export interface NewsClientSettings {
  /** With every leading part of the path: `https://news.example/api`. */
  baseUrl: string;
  /** The key, or who knows it; asked before each try. */
  key: string | (() => Promise<string>);
  /** How requests are sent; both forms ask the same. POST unless set. */
  method?: 'GET' | 'POST';
  /** Calls at one time; 2 unless set. The plan's `concurrent_calls` is shared by everyone who uses the key. */
  connections?: number;
  /** Requests that may start in a second; unlimited unless set. At most 1 is advised where the plan names no figure. */
  perSecond?: number;
  /** The largest answer, in bytes; 64 MiB unless set. A page of 1,000 whole articles has some megabytes. */
  bodyLimit?: number;
  clock?: Clock;
  /** 0 up to but not including 1. */
  random?: () => number;
  dispatcher?: Dispatcher;
}

export type NewsClient = ReturnType<typeof createNewsClient>;

/**
 * A client of the news service. Every operation takes `CallOptions`, checks its request before it is sent, and throws
 * an `UpstreamError`; what it throws says whether asking again can help.
 */
export function createNewsClient({
  baseUrl,
  key,
  method = 'POST',
  connections = 2,
  bodyLimit = 64 * 1024 * 1024,
  clock = SYSTEM_CLOCK,
  random = Math.random,
  dispatcher = createDispatcher(baseUrl, connections),
  perSecond,
}: NewsClientSettings) {
  const http = createHttpClient({
    service: 'news',
    baseUrl,
    keyHeader: 'x-api-token',
    key: keyProvider(key),
    clock,
    random,
    dispatcher,
    bodyLimit,
    ...(perSecond !== undefined && { perSecond }),
  });
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
    /** A span of any size in slices that fit; see {@link articleSlices}. */
    articleSlices: <P extends DatedPath>(search: SlicedSearch<P>, options?: CallOptions) =>
      articleSlices(calls, { ...search, ...options }),
    /** Ends open connections. */
    close: () => http.close(),
  };
}
