import { hashText, mix } from '../../../../../shared/domain/lib/hash.ts';

/** What a text is compared by: of its runs of three words, the one with the least hash in each of 16 shares. */
export type Sketch = Uint32Array;

const SLOTS = 16;
const RUN = 3;
const EMPTY = 0xffffffff;

export function sketchOf(words: readonly string[]): Sketch {
  const sketch = new Uint32Array(SLOTS).fill(EMPTY);
  const hashes = words.map(hashText);
  const runs = hashes.length === 0 ? 0 : Math.max(1, hashes.length - RUN + 1);
  for (let at = 0; at < runs; at += 1) {
    let run = 0;
    for (let next = at; next < Math.min(at + RUN, hashes.length); next += 1) {
      run = mix(Math.imul(run, 31) + (hashes[next] ?? 0));
    }
    const slot = run % SLOTS;
    sketch[slot] = Math.min(sketch[slot] ?? EMPTY, run);
  }
  return sketch;
}

/** About the share of runs of words that two texts have in common, from 0 to 1. */
export function sharedPart(one: Sketch, other: Sketch): number {
  let filled = 0;
  let same = 0;
  for (const [slot, hash] of one.entries()) {
    if (hash !== EMPTY || other[slot] !== EMPTY) filled += 1;
    if (hash !== EMPTY && hash === other[slot]) same += 1;
  }
  return filled === 0 ? 0 : same / filled;
}

/** Of two texts that have this part in common, one is a near copy of the other. */
export const NEAR_COPY = 0.6;

/** So many of the slots find copies: one that has `NEAR_COPY` in common shares none of them in 3 of 100 cases. */
const KEYS = 4;

/** What near copies most likely have in common. */
export function copyKeys(sketch: Sketch): number[] {
  return Array.from(sketch)
    .filter((hash) => hash !== EMPTY)
    .slice(0, KEYS);
}
