import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import type { ArticleRecord, CorpusArticle } from './article-record.ts';
import { openTextStore, type TextPlace } from './text-store.ts';

/** Reads the record of an article from its line. */
export type ReadRecord = (line: string, id: string) => ArticleRecord;

/**
 * Articles whose records are kept as the lines that held them, outside of the memory. To read a record takes about 30 µs. The record
 * that was read or packed last is at hand.
 */
export function packArticles(
  readRecord: ReadRecord,
): (article: CorpusArticle, line: Buffer) => CorpusArticle {
  const lines = openTextStore();
  let last: { article: PackedArticle; record: ArticleRecord } | undefined;
  const recordOf = (article: PackedArticle) => {
    if (last?.article !== article)
      last = { article, record: readRecord(lines.read(article.line), article.id) };
    return last.record;
  };
  return (article, line) => {
    const packed = new PackedArticle(article, lines.add(line), recordOf);
    last = { article: packed, record: article.record };
    return packed;
  };
}

/** A class, so that all articles share the function that reads a record. */
class PackedArticle implements CorpusArticle {
  readonly kind = 'article';
  readonly id: string;
  readonly publishedAt: Instant;
  readonly parsedAt: Instant;
  readonly visibleAt: Instant;
  readonly line: TextPlace;
  readonly #recordOf: (article: PackedArticle) => ArticleRecord;

  constructor(
    { id, publishedAt, parsedAt, visibleAt }: CorpusArticle,
    line: TextPlace,
    recordOf: (article: PackedArticle) => ArticleRecord,
  ) {
    this.id = id;
    this.publishedAt = publishedAt;
    this.parsedAt = parsedAt;
    this.visibleAt = visibleAt;
    this.line = line;
    this.#recordOf = recordOf;
  }

  get record(): ArticleRecord {
    return this.#recordOf(this);
  }
}
