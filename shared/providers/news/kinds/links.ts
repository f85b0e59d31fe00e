import { newsRequest } from '../check-request.ts';
import { publishedWithin } from '../findings/indexed-time.ts';
import { articleKind } from './article-kind.ts';
import { publishedIn } from './parameters.ts';

/**
 * Articles that mention addresses, or that have the given ids. The path has no parse time: windows use the time
 * of publication. An article without one is at the end of the window in which it is returned.
 */
export const fetchLinks = articleKind({
  search: (client, request, options) => client.searchByLink(newsRequest('search_by_link', request), options),
  own: ({ window }) => publishedIn(window),
  indexedAt: publishedWithin,
});
