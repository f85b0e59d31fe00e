import { SECOND } from '../../../domain/time/instant.ts';
import { newsRequest } from '../check-request.ts';
import { articleKind } from './article-kind.ts';
import { publishedIn } from './parameters.ts';

/**
 * Articles that mention addresses, or that are known by their ids. The path knows no parse time: windows run on the time
 * of publication, and an article without one lies at the end of the window in which it is given.
 */
export const fetchLinks = articleKind({
  search: (client, request, options) => client.searchByLink(newsRequest('search_by_link', request), options),
  own: ({ window }) => publishedIn(window),
  indexedAt: ({ published_date: publishedAt }, { to }) => publishedAt ?? to - SECOND,
});
