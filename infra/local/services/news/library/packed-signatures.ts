import { MOST_WORDS, type Signature } from '../../../../../shared/domain/stories/similarity.ts';
import { grown } from './byte-lists.ts';

/**
 * A signature among numbers, from a place on: where each of its lists begins, counted from there, and where the last
 * one ends; then the lists.
 */
export interface PackedSignature {
  numbers: Uint32Array;
  at: number;
}

/** The lists of a packed signature, in their order. */
export const [WORDS, GRAINS, NAMES, FIGURES, SLOTS] = [0, 1, 2, 3, 4];

/** Weights have three decimals: so many grains are 1. */
export const GRAIN = 1_000;

/** So many numbers are before the lists. */
export const PLACES = 6;

/** The most numbers of a packed signature: the places, four lists of at most 24, and 32 slots of a text. */
export const MOST_NUMBERS = PLACES + 4 * MOST_WORDS + 32;

/** Signatures by their numbers, from 0. One takes about 220 bytes; as an object of arrays it would take 900. */
export interface PackedSignatures {
  /** Adds the next one, and gives its number. */
  add(signature: Signature): number;
  at(number: number): PackedSignature;
}

/** Numbers in one block of memory. */
const BLOCK = 256 * 1024;

export function packSignatures(): PackedSignatures {
  const blocks: Uint32Array[] = [];
  let places = new Uint32Array(1_024);
  let count = 0;
  let end = 0;
  const at = (number: number): PackedSignature => {
    const place = places[number] ?? 0;
    return { numbers: blocks[Math.floor(place / BLOCK)] ?? new Uint32Array(), at: place % BLOCK };
  };
  return {
    add(signature) {
      const lists = listsOf(signature);
      const length = lists.reduce((sum, list) => sum + list.length, PLACES);
      if (blocks.length * BLOCK < end + length) {
        end = blocks.length * BLOCK;
        blocks.push(new Uint32Array(BLOCK));
      }
      places = grown(places, count + 1);
      places[count] = end;
      writeLists(lists, at(count));
      end += length;
      count += 1;
      return count - 1;
    },
    at,
  };
}

/** The lists of a signature. Slots of a text may be -1, which is the greatest number there. */
function listsOf({ words, weights, names, figures, text }: Signature): (readonly number[])[] {
  return [words, weights.map((weight) => Math.round(weight * GRAIN)), names, figures, text];
}

/** Writes the lists of a signature, in their order. */
function writeLists(lists: readonly (readonly number[])[], { numbers, at }: PackedSignature): void {
  let end = PLACES;
  for (const [number, list] of lists.entries()) {
    numbers[at + number] = end;
    numbers.set(list, at + end);
    end += list.length;
  }
  numbers[at + lists.length] = end;
}

/** The place of the first number of a list. */
export function startOf({ numbers, at }: PackedSignature, list: number): number {
  return at + (numbers[at + list] ?? 0);
}

/** The place behind a list. */
export function endOf(packed: PackedSignature, list: number): number {
  return startOf(packed, list + 1);
}

export function isEmpty(packed: PackedSignature, list: number): boolean {
  return startOf(packed, list) === endOf(packed, list);
}

export function unpacked(packed: PackedSignature): Signature {
  const listOf = (list: number) => [...packed.numbers.subarray(startOf(packed, list), endOf(packed, list))];
  return {
    words: listOf(WORDS),
    weights: listOf(GRAINS).map((grains) => grains / GRAIN),
    names: listOf(NAMES),
    figures: listOf(FIGURES),
    text: listOf(SLOTS).map((slot) => slot | 0),
  };
}
