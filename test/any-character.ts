import * as fc from 'fast-check';

/** Half of a character that UTF-16 writes as two: no character by itself. */
const SURROGATES = { first: 0xd800, count: 0x800 };
const LAST = 0x10ffff;

/**
 * Any character of Unicode: the unit `binary` of fast-check, with the same values for the same seed. Fast-check itself
 * writes a list of all 1.1 million characters in each worker, which takes two seconds and 100 MB. Here a character is
 * computed.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: LAST - SURROGATES.count }).map(
  (place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count),
  (character) => {
    const [only, ...others] = typeof character === 'string' ? character : [];
    const point = only?.codePointAt(0);
    if (point === undefined || others.length > 0) throw new Error('This is not one character');
    const isSurrogate = point >= SURROGATES.first && point < SURROGATES.first + SURROGATES.count;
    if (isSurrogate) throw new Error('This is half of a character');
    return point < SURROGATES.first ? point : point - SURROGATES.count;
  },
);
