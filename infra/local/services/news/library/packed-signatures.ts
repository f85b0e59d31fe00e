import type { Signature } from '../../../../../shared/domain/stories/similarity.ts';
import { grown } from './words/grown.ts';

/** Signatures by their numbers, from 0. One takes about 220 bytes; as an object of arrays it would take 900. */
export interface PackedSignatures {
  /** Adds the next one, and gives its number. */
  add(signature: Signature): number;
  at(number: number): Signature;
}

/** Weights have three decimals. */
const GRAIN = 1_000;

/** Numbers in one block of memory. A signature has at most 152. */
const BLOCK = 256 * 1024;

export function packSignatures(): PackedSignatures {
  const blocks: Uint32Array[] = [];
  let places = new Uint32Array(1_024);
  let count = 0;
  let end = 0;
  return {
    add(signature) {
      const numbers = numbersOf(signature);
      if (blocks.length * BLOCK < end + numbers.length) {
        end = blocks.length * BLOCK;
        blocks.push(new Uint32Array(BLOCK));
      }
      blocks.at(-1)?.set(numbers, end % BLOCK);
      places = grown(places, count + 1);
      places[count] = end;
      end += numbers.length;
      count += 1;
      return count - 1;
    },
    at(number) {
      const place = places[number] ?? 0;
      return signatureFrom(blocks[Math.floor(place / BLOCK)] ?? new Uint32Array(), place % BLOCK);
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

function signatureFrom(block: Uint32Array, place: number): Signature {
  let from = place + 4;
  // A loop: Array.from takes several times as long.
  const take = (length: number) => {
    const list: number[] = [];
    for (let left = length; left > 0; left -= 1) list.push(block[from++] ?? 0);
    return list;
  };
  const [words, weights] = [take(block[place] ?? 0), take(block[place] ?? 0)];
  const [names, figures] = [take(block[place + 1] ?? 0), take(block[place + 2] ?? 0)];
  const text = take(block[place + 3] ?? 0);
  for (let at = 0; at < weights.length; at += 1) weights[at] = (weights[at] ?? 0) / GRAIN;
  for (let at = 0; at < text.length; at += 1) text[at] = (text[at] ?? 0) | 0;
  return { words, weights, names, figures, text };
}
