import { newsRequest } from '../check-request.ts';
import { articleKind } from './article-kind.ts';
import { parsedIn, withoutDomains } from './parameters.ts';

/** Articles like a given text. The path may be withdrawn (news service, differences). */
export const fetchSimilar = articleKind({
  search: (client, request, options) => client.searchSimilar(newsRequest('search_similar', request), options),
  own: ({ watch, window }) => ({ ...withoutDomains(watch), ...parsedIn(window), sort_by: 'date' }),
});
