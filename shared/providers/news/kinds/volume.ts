import { newsRequest } from '../check-request.ts';
import type { FetchKind } from './fetch-kind.ts';
import { parsedIn, withoutDomains } from './parameters.ts';

/** Numbers of articles by hour or day of their parse time. They have no cap. */
export const fetchVolume: FetchKind = async ({ watch, window }, { client, options }) => {
  const request = { aggregation_by: 'hour', ...watch.query, ...withoutDomains(watch), ...parsedIn(window) };
  const answer = await client.aggregationCount(newsRequest('aggregation_count', request), options);
  const counts = answer.counts.flatMap(({ time_frame: from, article_count: count }) =>
    from === undefined ? [] : [{ from, count }],
  );
  return {
    items: [],
    refused: 0,
    hits: answer.total_hits ?? counts.reduce((sum, { count }) => sum + count, 0),
    pages: 1,
    capped: false,
    counts,
  };
};
