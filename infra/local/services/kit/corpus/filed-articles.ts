import * as z from 'zod';
import type { ArticleRecord, CorpusArticle } from './article-record.ts';
import { openTextFile } from './temporary-file.ts';

/** Articles whose records are kept outside of the memory. */
interface Filing {
  /** `text`: the record as JSON. */
  add(article: CorpusArticle, text: string): void;
  /** All articles. `by` moves their times, and `change` their records when they are read. */
  articles(by: number, change: (record: ArticleRecord) => ArticleRecord): CorpusArticle[];
}

type Dated = Pick<CorpusArticle, 'id' | 'publishedAt' | 'parsedAt' | 'visibleAt'>;

/**
 * A record that `articleRecord` has checked, which changes no value: to check each part again takes as long as to
 * read it.
 */
const checkedRecord = z.custom<ArticleRecord>((value) => typeof value === 'object' && value !== null);

export function openFiling(): Filing {
  const texts = openTextFile();
  const found: { dated: Dated; text: number }[] = [];
  /** The record that was read last is at hand: who asks for one asks again. */
  let last: { text: number; record: ArticleRecord } | undefined;
  return {
    add({ id, publishedAt, parsedAt, visibleAt }, text) {
      found.push({ dated: { id, publishedAt, parsedAt, visibleAt }, text: texts.add(text) });
    },
    articles(by, change) {
      const recordOf = (text: number, id: string) => {
        if (last?.text === text) return last.record;
        const record = { ...change(checkedRecord.parse(JSON.parse(texts.read(text)))), id };
        last = { text, record };
        return record;
      };
      return found.map(({ dated, text }) => ({
        kind: 'article' as const,
        id: dated.id,
        publishedAt: dated.publishedAt + by,
        parsedAt: dated.parsedAt + by,
        visibleAt: dated.visibleAt + by,
        get record() {
          return recordOf(text, dated.id);
        },
      }));
    },
  };
}
