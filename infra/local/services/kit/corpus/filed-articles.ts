import * as z from 'zod';
import type { ArticleRecord, CorpusArticle } from './article-record.ts';
import { openTextFile } from './temporary-file.ts';

type Dated = Pick<CorpusArticle, 'id' | 'publishedAt' | 'parsedAt' | 'visibleAt'>;

/**
 * A record that `articleRecord` has checked, which changes no value: to check each part again takes as long as to
 * read it.
 */
const checkedRecord = z.custom<ArticleRecord>((value) => typeof value === 'object' && value !== null);

/** Articles whose records are kept outside of the memory. */
export function openFiling() {
  const texts = openTextFile();
  const found: { dated: Dated; text: number }[] = [];
  /** The record that was read last is at hand: who asks for one asks again. */
  let last: { text: number; record: ArticleRecord } | undefined;
  return {
    /** `text`: the record as JSON. */
    add({ id, publishedAt, parsedAt, visibleAt }: CorpusArticle, text: string): void {
      found.push({ dated: { id, publishedAt, parsedAt, visibleAt }, text: texts.add(text) });
    },
    /** All articles. `by` moves their times, and `change` their records when they are read. */
    articles(by: number, change: (record: ArticleRecord) => ArticleRecord): CorpusArticle[] {
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
