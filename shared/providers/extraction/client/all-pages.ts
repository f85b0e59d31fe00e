import { EXTRACTION_LIMITS } from '../../../domain/services/extraction-rules.ts';
import type { PageQuery } from './paging.ts';

/** More pages than any list of ours has, so that a wrong answer of the service cannot loop forever. */
const MOST_PAGES = 200;

/**
 * Reads a list page by page until a page is not full, the list says that it ends, or `enough` returns true for a page.
 */
export async function allPages<T>(
  read: (query: Required<PageQuery>) => Promise<{ items: readonly T[]; total_pages?: number | undefined }>,
  { size = EXTRACTION_LIMITS.listPageSize, enough = () => false }: PageOptions<T> = {},
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { items, total_pages = Number.POSITIVE_INFINITY } = await read({ page, page_size: size });
    all.push(...items);
    if (items.length < size || page >= total_pages || enough(items)) break;
  }
  return all;
}

interface PageOptions<T> {
  size?: number;
  enough?: (items: readonly T[]) => boolean;
}
