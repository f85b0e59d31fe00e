import { analysisFilters } from '../filters/analysis-filter.ts';
import { contentFilters } from '../filters/content-filter.ts';
import { sourceFilters } from '../filters/source-filter.ts';
import { timeFilter } from '../filters/time-filter.ts';
import { columnsOf } from '../library/columns.ts';
import type { Keep, Search } from '../library/find-hits.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Parameters } from '../request/parameters.ts';

/**
 * What a request looks for: all its filters, the cheap ones first, and its query.
 *
 * @throws RequestRefused 422 for an entity query that cannot be read.
 */
export function searchOf({ outlets, analyst }: Newsroom, parameters: Parameters): Search {
  const keeps: Keep[] = [
    timeFilter(parameters),
    ...sourceFilters(parameters, outlets),
    ...contentFilters(parameters),
    ...analysisFilters(parameters, analyst),
  ];
  const { query } = parameters;
  return {
    keep: (entry) => keeps.every((keep) => keep(entry)),
    query: query && { node: query, columns: columnsOf(parameters.list('search_in')) },
  };
}
