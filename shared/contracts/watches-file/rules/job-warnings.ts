import { asksForAllNews } from '../../../domain/services/all-news.ts';
import { EXTRACTION_LIMITS } from '../../../domain/services/extraction-rules.ts';
import type { Path, Problem } from '../problems/problem.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';

/**
 * Warns of what the binding description of the extraction service allows, and only public material about it refuses or
 * reads otherwise. `path` is that of the query.
 */
export function jobWarnings({ kind, query = {}, watchlist }: PartialWatch, path: Path): Problem[] {
  if (kind !== 'extraction') return [];
  const follows = watchlist !== undefined || query['connected_dataset_ids'] !== undefined;
  return [
    ...limitWarning(query['limit'], path),
    ...(follows ? scoreWarning(query, path) : allNewsWarning(query['query'], path)),
  ];
}

function limitWarning(limit: unknown, path: Path): Problem[] {
  const { leastLimit } = EXTRACTION_LIMITS;
  if (typeof limit !== 'number' || limit >= leastLimit) return [];
  const what = `The service may refuse fewer than ${leastLimit} records`;
  return [{ path: [...path, 'limit'], what, hint: `if a run fails, write ${leastLimit}` }];
}

/** Publicly a job with companies keeps records from score 2 on when it names no score. Those of mode lite have no scores. */
function scoreWarning(query: Readonly<Record<string, unknown>>, path: Path): Problem[] {
  if (query['ed_score_min'] !== undefined || query['mode'] === 'lite') return [];
  const what = 'The service may leave out records in which each company has a score below 2';
  const hint = 'add ed_score_min: 1 to get every record, or ed_score_min: 2 to say that you do not need them';
  return [{ path: [...path, 'query'], what, hint }];
}

function allNewsWarning(question: unknown, path: Path): Problem[] {
  if (typeof question !== 'string' || !asksForAllNews(question)) return [];
  const what = 'The service refuses a query for all news without companies';
  const hint = 'add watchlist: NAME with a watchlist of this file, or name what happens';
  return [{ path: [...path, 'query'], what, hint }];
}
