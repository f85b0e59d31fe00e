import { newsRequest } from '../check-request.ts';
import { articleKind } from './article-kind.ts';
import { parsedIn, withoutDomains } from './parameters.ts';

/** Articles that match a query. Sorted by date, so that pages do not shift by relevance. */
export const fetchSearch = articleKind({
  search: (client, request, options) => client.search(newsRequest('search', request), options),
  own: ({ watch, window }) => ({ ...withoutDomains(watch), ...parsedIn(window), sort_by: 'date' }),
});
