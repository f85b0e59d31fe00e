import { parameterOf } from '../../../../shared/domain/services/news-rules.ts';
import { type Instant, isoOf } from '../../../../shared/domain/time/instant.ts';
import { RequestRefused } from '../kit/http/refusal.ts';
import { spanOf } from './article-filters.ts';
import type { Parameters } from './request/read-parameters.ts';

/** So many articles of one query can be reached, over all pages (news service, limits). */
const REACHABLE = 10_000;

/** One page of a list of finds. */
export interface Page<Item> {
  page: number;
  pageSize: number;
  /** Finds in all, at most `REACHABLE`. */
  total: number;
  items: readonly Item[];
}

/**
 * Cuts the page out that a request asks for.
 *
 * @throws RequestRefused 422 for a page that begins beyond the 10,000th find.
 */
export function pageOf<Item>(finds: readonly Item[], parameters: Parameters): Page<Item> {
  const page = parameters.number('page') ?? 1;
  const pageSize = parameters.number('page_size') ?? 100;
  const first = (page - 1) * pageSize;
  if (first >= REACHABLE) {
    throw new RequestRefused(
      422,
      `Only the first ${REACHABLE} finds can be reached: page ${page} with page_size ${pageSize} begins beyond; narrow the period`,
    );
  }
  const items = finds.slice(first, Math.min(first + pageSize, REACHABLE));
  return { page, pageSize, total: Math.min(finds.length, REACHABLE), items };
}

/**
 * The envelope of an answer with its own fields in it (news service, envelope). Without any find the search has
 * failed: the status is not `ok`, and page 1 of 0.
 */
export function envelope(
  { page, pageSize, total }: Omit<Page<unknown>, 'items'>,
  { parameters, body }: { parameters: Parameters; body: Record<string, unknown> },
): Record<string, unknown> {
  return {
    status: total > 0 ? 'ok' : 'No matches',
    total_hits: total,
    page: total > 0 ? page : 1,
    total_pages: Math.ceil(total / pageSize),
    page_size: pageSize,
    ...body,
    user_input: echoOf(parameters),
  };
}

const THEMES: ReadonlySet<string> = new Set(['theme', 'not_theme']);

/**
 * The parameters as the service took them (news service, envelope, `user_input`): lists as arrays, themes in an array
 * of their own, dates as times with microseconds; `when` becomes the time at which its span begins.
 */
export function echoOf(parameters: Parameters): Record<string, unknown> {
  return Object.fromEntries(
    Array.from(parameters.values, ([name, value]) => {
      if (name === 'when') return [name, echoDate(spanOf(parameters).from)];
      if (THEMES.has(name)) return [name, [value]];
      const isDate = parameterOf(name)?.type === 'date';
      return [name, isDate ? echoDate(Number(value)) : value];
    }),
  );
}

/** `2026-11-21 08:00:00`, UTC: the form of dates in answers (news service, article). */
export function answerDate(at: Instant): string {
  return isoOf(at).slice(0, 19).replace('T', ' ');
}

/** `2026-11-21T08:00:00.000000`: the form of dates in the echo of a request (news service, envelope). */
function echoDate(at: Instant): string {
  return `${isoOf(at).slice(0, 23)}000`;
}
