import type { Corpus } from '../../kit/corpus/corpus.ts';
import { COLUMNS, textOf } from './columns.ts';
import { type Entry, entriesOf } from './entry.ts';
import { openSignatures, type Signatures } from './signatures.ts';
import { openTextIndex, type TextIndex } from './words/text-index.ts';

/** Every article of the corpus with its index, those of the future too: the clock decides what is shown. */
export interface Library {
  /** In the order of their rows: `entries[row - 1]`. */
  entries: readonly Entry[];
  index: TextIndex;
  signatures: Signatures;
}

/** Loads a corpus: about 5,000 articles of 400 words a second. Of lines with one id the first to be visible stays. */
export function openLibrary({ articles }: Corpus): Library {
  const index = openTextIndex();
  const entries: Entry[] = [];
  // One by one, so that the record of each is read once.
  for (const entry of entriesOf(uniqueArticles(articles))) {
    const texts = COLUMNS.map((column) => textOf(entry, column));
    const [, words = new Uint32Array()] = index.add(texts);
    entry.wordCount = entry.record.word_count ?? words.length;
    entries.push(entry);
  }
  return { entries, index, signatures: openSignatures(index) };
}

function uniqueArticles(articles: Corpus['articles']): Corpus['articles'] {
  const seen = new Set<string>();
  return articles.filter(({ id }) => !seen.has(id) && seen.add(id));
}
