import { latinUnits, NOT_A_LATIN_UNIT } from '../../../../../../shared/domain/query/words.ts';

/** Finds the words of Latin texts. */
export interface LatinUnits {
  /**
   * The UTF-16 units of the words of a text, each at its place, with 0 between words and behind the last; undefined for a text that is
   * not Latin. They are valid until the next text.
   */
  words(text: string): Uint16Array | undefined;
}

export function openLatinUnits(): LatinUnits {
  const latin = latinUnits();
  let copy = Buffer.alloc(0);
  let units = new Uint16Array();
  return {
    words(text) {
      if (units.length <= text.length) {
        units = new Uint16Array(2 * text.length + 64);
        copy = Buffer.from(units.buffer);
      }
      // The units of a copy are read much faster than those of the text.
      copy.write(text, 'utf16le');
      for (let at = 0; at < text.length; at += 1) {
        const unit = latin[units[at] ?? 0] ?? NOT_A_LATIN_UNIT;
        if (unit === NOT_A_LATIN_UNIT) return undefined;
        units[at] = unit;
      }
      units[text.length] = 0;
      return units;
    },
  };
}
