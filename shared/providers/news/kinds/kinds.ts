import type { NewsKind } from '../../../domain/services/news-kinds.ts';
import { fetchAuthors } from './authors.ts';
import { fetchBreaking } from './breaking.ts';
import type { FetchKind } from './fetch-kind.ts';
import { fetchHeadlines } from './headlines.ts';
import { fetchLinks } from './links.ts';
import { fetchSearch } from './search.ts';
import { fetchSimilar } from './similar.ts';
import { fetchVolume } from './volume.ts';

/** The request of each kind of watch. */
export const NEWS_FETCHES = {
  search: fetchSearch,
  authors: fetchAuthors,
  headlines: fetchHeadlines,
  breaking: fetchBreaking,
  links: fetchLinks,
  similar: fetchSimilar,
  volume: fetchVolume,
} satisfies Record<NewsKind, FetchKind>;
