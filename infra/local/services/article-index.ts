import { cleanLines } from '../../../shared/domain/text/clean-text.ts';
import type { ArticleIndex, SourceArticle } from './extraction/ports.ts';
import type { Clock } from './kit/clock.ts';
import type { Column } from './news/library/columns.ts';
import type { Entry } from './news/library/entry.ts';
import { findEntries, scored } from './news/library/find-hits.ts';
import { headlineOfEntry } from './news/library/headline-of-entry.ts';
import type { Library } from './news/library/library.ts';
import { sortHits } from './news/library/sort-hits.ts';

const COLUMNS: readonly Column[] = ['title', 'content'];

/**
 * The library of the news service as the extraction service searches it: by title and text, best matches first, never
 * an article that the clock has not reached.
 */
export function articleIndexOf(library: Library, clock: Clock): ArticleIndex {
  return {
    async find(node, { from, to, domains, limit }) {
      const now = clock.now();
      const query = { node, columns: COLUMNS };
      const isWanted = ({ visibleAt, domain }: Entry) =>
        from <= visibleAt && visibleAt < to && visibleAt <= now && (domains?.includes(domain) ?? true);
      const entries = findEntries(library, { query, keep: isWanted });
      const hits = sortHits(scored(library, { query, entries }), { order: 'relevancy' });
      return hits.slice(0, limit).map(({ entry }) => sourceArticle(entry));
    },
  };
}

function sourceArticle(entry: Entry): SourceArticle {
  const { id, record, link, publishedAt, visibleAt, domain } = entry;
  return {
    id,
    title: headlineOfEntry(entry),
    link,
    publishedAt,
    discoveredAt: visibleAt,
    domain,
    sourceName: record.name_source ?? undefined,
    description: cleanLines(record.description ?? '') || undefined,
    content: cleanLines(record.content ?? '') || undefined,
  };
}
