import { loadedOnce } from '../../shared/domain/lib/loaded-once.ts';
import type { NewsClientSettings } from '../../shared/providers/news/create-news-client.ts';
import type { NameCounter } from '../../shared/use-cases/ports/reports.ts';

/** Counts names at the news service, whose client is loaded with the first name. */
export function lateNameCounter(settings: NewsClientSettings): NameCounter {
  const open = loadedOnce(async () =>
    (await import('../../shared/providers/news/open-name-counter.ts')).openNameCounter(settings),
  );
  return { count: async (...given) => (await open()).count(...given) };
}
