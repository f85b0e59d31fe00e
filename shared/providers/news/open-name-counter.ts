import { createNewsClient, type NewsClientSettings } from './create-news-client.ts';
import { newsNameCounter } from './name-counter.ts';

/** Counts names with a client of its own. */
export function openNameCounter(settings: NewsClientSettings) {
  return newsNameCounter(createNewsClient(settings));
}
