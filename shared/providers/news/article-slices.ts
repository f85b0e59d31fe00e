import { TransportError } from '../../domain/lib/errors.ts';
import { wireTimeOf } from '../../domain/time/instant.ts';
import { NEWS_HITS_CAP } from '../../domain/services/news-rules.ts';
import { halvesOf, slicesOf, type Window } from '../../domain/time/window.ts';
import type { CallOptions } from '../http/call-options.ts';
import { articlePages, type PagedSearch } from './article-pages.ts';
import type { ArticlePath, ArticlesAnswer } from './article-search.ts';
import type { NewsCalls } from './ask.ts';

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
