import { hashText } from '../../../../../shared/domain/lib/hash.ts';
import {
  type Signature,
  sketchedPart,
  signatureOfWords,
} from '../../../../../shared/domain/stories/similarity.ts';
import { textOf } from './columns.ts';
import type { Entry } from './entry.ts';
import { grown } from './words/grown.ts';
import { headlineOfEntry } from './headline-of-entry.ts';
import type { TextIndex } from './words/text-index.ts';

/** What articles are compared by. */
export interface Signatures {
  /** That of an article. The first time it is made, in about 0.1 ms; then it is kept. */
  of(entry: Entry): Signature;
}

/** Weights have three decimals. */
const GRAIN = 1_000;

/** Numbers in one block of memory. A signature has at most 152. */
const BLOCK = 256 * 1024;

/** Opens an empty list. A signature takes about 220 bytes; as an object of arrays it would take 900. */
export function openSignatures(index: TextIndex): Signatures {
  const blocks: Uint32Array[] = [];
  /** By row: where its signature begins, plus 1; 0 for none. */
  let places = new Uint32Array(1_024);
  let end = 0;
  let hashes = new Uint32Array(1_024);
  let hashed = 0;
  const hashesOf = (words: Uint32Array) => {
    hashes = grown(hashes, index.words.length);
    for (; hashed < index.words.length; hashed += 1) hashes[hashed] = hashText(index.words[hashed] ?? '');
    return words.map((word) => hashes[word] ?? 0);
  };
  const store = (numbers: readonly number[]) => {
    if (blocks.length * BLOCK < end + numbers.length) {
      end = blocks.length * BLOCK;
      blocks.push(new Uint32Array(BLOCK));
    }
    blocks.at(-1)?.set(numbers, end % BLOCK);
    end += numbers.length;
    return end - numbers.length;
  };
  return {
    of(entry) {
      const known = places[entry.row] ?? 0;
      if (known > 0) return signatureFrom(blocks[Math.floor((known - 1) / BLOCK)], (known - 1) % BLOCK);
      const words = index.cut(sketchedPart(textOf(entry, 'content')));
      const signature = signatureOfWords(headlineOfEntry(entry), hashesOf(words));
      places = grown(places, entry.row + 1);
      places[entry.row] = store(numbersOf(signature)) + 1;
      return signature;
    },
  };
}

/** The lengths of its lists, then the lists. Slots of a text may be -1, which is the greatest number here. */
function numbersOf({ words, weights, names, figures, text }: Signature): number[] {
  const grains = weights.map((weight) => Math.round(weight * GRAIN));
  return [
    words.length,
    names.length,
    figures.length,
    text.length,
    ...words,
    ...grains,
    ...names,
    ...figures,
    ...text,
  ];
}

function signatureFrom(block: Uint32Array = new Uint32Array(), place = 0): Signature {
  const [words = 0, names = 0, figures = 0, text = 0] = block.subarray(place, place + 4);
  let from = place + 4;
  const take = (length: number) => {
    from += length;
    return Array.from(block.subarray(from - length, from));
  };
  return {
    words: take(words),
    weights: take(words).map((grain) => grain / GRAIN),
    names: take(names),
    figures: take(figures),
    text: take(text).map((slot) => slot | 0),
  };
}
