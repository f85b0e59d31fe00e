import { type Signature, signatureOf } from '../../../../../shared/domain/stories/similarity.ts';
import type { CorpusArticle } from '../../kit/corpus/article-record.ts';
import type { Corpus } from '../../kit/corpus/corpus.ts';
import { orderOf, type Placed, type Placer } from '../groups/start-placer.ts';
import { COLUMNS, textOf } from './columns.ts';
import { type Entry, headlineOfEntry, openEntries } from './entry.ts';
import { packSignatures, unpacked } from './packed-signatures.ts';
import { openTextIndex, type TextIndex } from './text-index.ts';

/** Every article of the corpus with its index, those of the future too: the clock decides what is shown. */
export interface Library {
  /** In the order of their rows: `entries[row - 1]`. */
  entries: readonly Entry[];
  index: TextIndex;
  signatures: Signatures;
  /** Where the articles belong among their near copies, if that is found out from the start. */
  placed?: Promise<Placed>;
}

/** A library that is put together article by article. */
interface LibraryBuilder {
  /** Adds an article, in about 0.2 ms for 400 words, if it is the first with its id. */
  add(article: CorpusArticle): void;
  done(): Library;
}

/**
 * From so many articles on, they are compared while others are loaded: of fewer this takes no second when it is asked
 * for.
 */
const MANY = 5_000;

/** `startPlacer` compares articles in a thread of its own. Without it, they are compared when it is asked for. */
export function buildLibrary(startPlacer?: () => Placer): LibraryBuilder {
  let placer: Placer | undefined;
  const index = openTextIndex();
  const entryOf = openEntries();
  const entries = new Map<string, Entry>();
  return {
    add(article) {
      if (entries.has(article.id)) return;
      const entry = entryOf(article);
      const [, words] = index.add(COLUMNS.map((column) => textOf(entry, column)));
      entry.wordCount = entry.record.word_count ?? words?.length ?? 0;
      placer?.add(entry);
      entries.set(article.id, entry);
      if (entries.size === MANY && startPlacer) {
        placer = startPlacer();
        for (const known of entries.values()) placer.add(known);
      }
    },
    done() {
      const added = [...entries.values()];
      const inOrder = added.toSorted((a, b) => a.visibleAt - b.visibleAt);
      for (const [at, entry] of inOrder.entries()) entry.row = at + 1;
      index.arrange(added.map(({ row }) => row));
      const placed = placer && { placed: placer.place(orderOf(added)) };
      return { entries: inOrder, index, signatures: openSignatures(), ...placed };
    },
  };
}

/** The library of a corpus. Of lines with one id the first stays. */
export function openLibrary({ articles }: Corpus): Library {
  const library = buildLibrary();
  for (const article of articles) library.add(article);
  return library.done();
}

/** What articles are compared by. */
interface Signatures {
  /** That of an article. The first time it is made, in about 0.1 ms; then it is kept. */
  of(entry: Entry): Signature;
}

function openSignatures(): Signatures {
  const packed = packSignatures();
  const numbers = new Map<Entry, number>();
  return {
    of(entry) {
      const known = numbers.get(entry);
      if (known !== undefined) return unpacked(packed.at(known));
      const signature = signatureOf(headlineOfEntry(entry), textOf(entry, 'content'));
      numbers.set(entry, packed.add(signature));
      return signature;
    },
  };
}
