import * as z from 'zod';
import { type Call, queryOf } from '../../kit/http/local-service.ts';
import { readAs } from '../../kit/http/refusal.ts';

/** The paging fields of a query or body; `most` is the largest page. */
export function pagingFields({ size = 100, most = 500 } = {}) {
  return {
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(most).default(size),
  };
}

/** Reads the query of a call; of a name that is sent twice the last counts. @throws RequestRefused 422. */
export function readQuery<T>(schema: z.ZodType<T>, call: Call): T {
  return readAs(schema, Object.fromEntries(queryOf(call)), { at: 'query' });
}

/** One page of a list with the numbers that go with it; the items are under the given name. */
export function pageOf<T>(
  items: readonly T[],
  {
    page,
    page_size,
    name,
    view,
  }: { page: number; page_size: number; name: string; view: (item: T) => unknown },
): Record<string, unknown> {
  const start = (page - 1) * page_size;
  return {
    total: items.length,
    page,
    page_size,
    total_pages: Math.ceil(items.length / page_size),
    [name]: items.slice(start, start + page_size).map(view),
  };
}
