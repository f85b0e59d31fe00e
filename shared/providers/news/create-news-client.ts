import type { CallOptions } from '../http/call-options.ts';
import { openHttpClient, type ClientSettings } from '../http/open-http-client.ts';
import { aggregationCount } from './aggregation-count.ts';
import { articlePages, type PagedSearch } from './article-pages.ts';
import { articleSearches, type ArticlePath } from './article-search.ts';
import { articleSlices, type DatedPath, type SlicedSearch } from './article-slices.ts';
import type { NewsCalls } from './ask.ts';
import { breakingNews } from './breaking-news.ts';
import { sources } from './sources.ts';
import { subscription } from './subscription.ts';

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
