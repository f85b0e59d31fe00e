import { RequestRefused } from '../../kit/http/refusal.ts';
import type { Parameters } from '../request/parameters.ts';
import { echoOf } from './echo.ts';

/** So many articles of one query can be reached, over all pages (news service, limits). */
export const REACHABLE = 10_000;

/** One page of a list of finds. */
export interface Page<Item> {
  page: number;
  pageSize: number;
  /** Finds in all, at most `REACHABLE`. */
  total: number;
  items: readonly Item[];
}

/**
 * Cuts the page out that a request asks for. The finds may end with that page; `total` then says how many there are.
 *
 * @throws RequestRefused 422 for a page that begins beyond the 10,000th find.
 */
export function pageOf<Item>(
  finds: readonly Item[],
  { parameters, total = finds.length }: { parameters: Parameters; total?: number },
): Page<Item> {
  const { page, pageSize, first, end } = boundsOf(parameters);
  if (first >= REACHABLE) {
    throw new RequestRefused(
      422,
      `Only the first ${REACHABLE} finds can be reached: page ${page} with page_size ${pageSize} begins beyond; narrow the period`,
    );
  }
  return { page, pageSize, total: Math.min(total, REACHABLE), items: finds.slice(first, end) };
}

/** The places of the finds on the requested page, counted from 0; `end` is the place after the last. */
export function boundsOf(parameters: Parameters) {
  const page = parameters.number('page') ?? 1;
  const pageSize = parameters.number('page_size') ?? 100;
  const first = (page - 1) * pageSize;
  return { page, pageSize, first, end: Math.min(first + pageSize, REACHABLE) };
}

/**
 * The envelope of an answer with its own fields in it (news service, envelope). Without any find the search has failed:
 * the status is not `ok`, and page 1 of 0.
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
