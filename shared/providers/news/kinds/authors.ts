import { newsRequest } from '../check-request.ts';
import { articleKind } from './article-kind.ts';
import { parsedIn, withoutDomains } from './parameters.ts';

/** Articles by one author. */
export const fetchAuthors = articleKind({
  search: (client, request, options) => client.authors(newsRequest('authors', request), options),
  own: ({ watch, window }) => ({ ...withoutDomains(watch), ...parsedIn(window), sort_by: 'date' }),
});
