import { wireTimeOf, type Instant } from '../../domain/time/instant.ts';
import { resolveNewsDate } from '../../domain/services/news-date.ts';
import { parameterOf } from '../../domain/services/news-parameters.ts';
import { NEWS_ANSWER_CAP, NEWS_HITS_CAP } from '../../domain/services/news-rules.ts';
import type { CallOptions } from '../http/call-options.ts';
import { articleQuestion, type ArticlePath, type ArticlesAnswer } from './article-search.ts';
import { sendRequest, type NewsCalls } from './ask.ts';
import { checkRequest } from './check-request.ts';
import type { CheckedRequest, NewsRequest } from './request.ts';

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
