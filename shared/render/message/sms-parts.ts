/** The GSM 03.38 basic alphabet; each character is one septet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension; each character is two septets. */
const EXTENDED = new Set('^{}\\[~]|€\f');
/** Typographic marks and their equivalents in GSM-7. One such mark would more than halve the size of a part. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': ',',
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '→': '->',
  '•': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
};

/** Replaces typographic marks by their equivalents in GSM-7. */
export function plainMarks(text: string): string {
  return text.replace(/[^\x20-\x7e\n]/gu, (mark) => REPLACEMENTS[mark] ?? mark);
}

/**
 * The form of a text that takes the fewest parts: always without typographic marks, and without the accents that GSM-7
 * lacks (`ê` becomes `e`) where that saves a part.
 */
export function cheapestForm(text: string): string {
  const marked = plainMarks(text);
  const bare = Array.from(marked, withoutAccent).join('');
  return smsParts(bare) < smsParts(marked) ? bare : marked;
}

/** Characters of GSM-7 stay: it has `é` and `ü`, but not `ê`. */
function withoutAccent(character: string): string {
  if (BASIC.has(character) || EXTENDED.has(character)) return character;
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return Array.from(bare).every((one) => BASIC.has(one)) ? bare : character;
}

/** The size of a single part, and of each of several, which carry a header. */
const SEPTETS = { single: 160, joined: 153 };
const UNITS = { single: 70, joined: 67 };

/**
 * The number of parts of a text: in GSM-7 one of 160 septets or several of 153, otherwise of 70 or 67 UTF-16 units. A part
 * never splits a character, be it an escape with its letter or a surrogate pair.
 */
export function smsParts(text: string): number {
  const characters = Array.from(text);
  const isGsm = characters.every((character) => BASIC.has(character) || EXTENDED.has(character));
  const room = isGsm ? SEPTETS : UNITS;
  const sizes = characters.map((character) => {
    if (isGsm) return EXTENDED.has(character) ? 2 : 1;
    return character.length;
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return total <= room.single ? 1 : partsOf(sizes, room.joined);
}

function partsOf(sizes: readonly number[], room: number): number {
  let parts = 1;
  let filled = 0;
  for (const size of sizes) {
    if (filled + size > room) {
      parts += 1;
      filled = 0;
    }
    filled += size;
  }
  return parts;
}
