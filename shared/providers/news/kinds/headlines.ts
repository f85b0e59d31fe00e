import { newsRequest } from '../check-request.ts';
import { articleKind } from './article-kind.ts';
import { parsedSince, withoutDomains } from './parameters.ts';

/**
 * Headlines since the start of the window. The path has no end, so the run leaves out what came after
 * it. `sort_by` is listed for GET only (news service, parameters by path) and is left out.
 */
export const fetchHeadlines = articleKind({
  search: (client, request, options) =>
    client.latestHeadlines(newsRequest('latest_headlines', request), options),
  own: (ask) => ({ ...withoutDomains(ask.watch), ...parsedSince(ask) }),
});
