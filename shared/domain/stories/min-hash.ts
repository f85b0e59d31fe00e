import { wordTexts } from '../query/words.ts';

/** How many words of a text are read, and how many it needs to be compared. */
const WORDS_READ = 300;
const WORDS_NEEDED = 30;
/** How many characters are read per word; in scripts with long words this is fewer words. */
const CHARACTERS_PER_WORD = 10;
const RUN = 3;
const SLOTS = 32;
const EMPTY_SLOT = -1;

/**
 * A sketch of the beginning of a text: the least hash of its three-word runs in each of 32 slots (minwise hashing with
 * one permutation). Empty for a text too short to recognise copies.
 */
export function sketchOf(text: string): number[] {
  const read = wordTexts(text.slice(0, WORDS_READ * CHARACTERS_PER_WORD)).slice(0, WORDS_READ);
  if (read.length < WORDS_NEEDED) return [];
  const hashes = read.map(hashText);
  const slots = Array.from({ length: SLOTS }, () => Infinity);
  for (let at = 0; at + RUN <= hashes.length; at += 1) {
    let run = 0;
    for (let step = 0; step < RUN; step += 1) run = mix(run ^ (hashes[at + step] ?? 0));
    const slot = run & (SLOTS - 1);
    slots[slot] = Math.min(slots[slot] ?? Infinity, run >>> 5);
  }
  return slots.map((least) => (least === Infinity ? EMPTY_SLOT : least & 0xffff));
}

/** The share of equal slots among those that either text fills: about the share of common runs. */
export function sketchOverlap(a: readonly number[], b: readonly number[]): number {
  let filled = 0;
  let same = 0;
  for (const [slot, least] of a.entries()) {
    if (least === EMPTY_SLOT && b[slot] === EMPTY_SLOT) continue;
    filled += 1;
    if (least === b[slot]) same += 1;
  }
  return filled === 0 ? 0 : same / filled;
}

/** 32 bits of a text (FNV-1a over UTF-16 units, mixed at the end). */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return mix(value);
}

function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
