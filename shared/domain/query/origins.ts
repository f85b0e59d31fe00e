/** Maps the UTF-16 units of normalized text (NFC, lower-cased) to positions in the original text. */
export interface Origins {
  /** The start of unit `index` in the original. */
  start(index: number): number;
  /** The end, in the original, of the text before unit `index`. */
  end(index: number): number;
}

const SAME: Origins = { start: (index) => index, end: (index) => index };

/** The only letter whose lower case is longer: two units. */
const DOTTED_I = 'İ';

/** The origins of `normalized`, which is `text` in NFC and then in lower case. */
export function originsOf(text: string, normalized: string): Origins {
  if (normalized.length === text.length && text.normalize('NFC') === text) return SAME;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const [from, to] of segmentsOf(text)) {
    const segment = text.slice(from, to);
    const normal = segment.normalize('NFC');
    for (const [offset, unit] of normal.split('').entries()) {
      const [start, end] = normal === segment ? [from + offset, from + offset + 1] : [from, to];
      for (let copy = unit === DOTTED_I ? 2 : 1; copy > 0; copy -= 1) {
        starts.push(start);
        ends.push(end);
      }
    }
  }
  return { start: (index) => starts[index] ?? text.length, end: (index) => ends[index - 1] ?? 0 };
}

/** Splits a text into pieces that NFC treats separately: a character with its marks and all else that composes with it. */
function* segmentsOf(text: string): Generator<[from: number, to: number]> {
  let from = 0;
  let at = 0;
  for (const character of text) {
    if (at > from && !joins(text.slice(from, at), character)) {
      yield [from, at];
      from = at;
    }
    at += character.length;
  }
  if (at > from) yield [from, at];
}

const MARK = /\p{M}/u;

/** Below U+0300 nothing composes with the character before it; marks may compose across other marks. */
function joins(segment: string, character: string): boolean {
  if (character < '\u0300') return false;
  if (MARK.test(character)) return true;
  return (segment + character).normalize('NFC') !== segment.normalize('NFC') + character.normalize('NFC');
}
