/** The GSM 03.38 basic alphabet; each character is one septet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension; each character is two septets. */
const EXTENDED = new Set('^{}\\[~]|€\f');
/** Characters that read the same in GSM-7: one of them would halve the size of a part. */
const SWAPS: Readonly<Record<string, string>> = {
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

/** Swaps typographic marks for their plain twins. */
export function plainMarks(text: string): string {
  return text.replace(/[^\x20-\x7e\n]/gu, (mark) => SWAPS[mark] ?? mark);
}

/**
 * A text with the swaps that make it cheaper: typographic marks always; letters lose their accents (`ê` is `e`) where
 * that saves a part, which is so only when nothing else keeps the text out of GSM-7.
 */
export function cheapestForm(text: string): string {
  const marked = plainMarks(text);
  const bare = Array.from(marked, withoutAccent).join('');
  return smsParts(bare) < smsParts(marked) ? bare : marked;
}

/** What GSM-7 has stays as it is: it knows `é` and `ü`, and not `ê`. */
function withoutAccent(character: string): string {
  if (BASIC.has(character) || EXTENDED.has(character)) return character;
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return Array.from(bare).every((one) => BASIC.has(one)) ? bare : character;
}

/** How much one part holds, and each of several: those carry a header that joins them. */
const SEPTETS = { alone: 160, joined: 153 };
const UNITS = { alone: 70, joined: 67 };

/**
 * How many parts a text takes: 160 septets alone or 153 each in GSM-7, 70 or 67 UTF-16 units otherwise. No part ends
 * within a character, be it an escape and its letter or a pair of units.
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
  return total <= room.alone ? 1 : partsOf(sizes, room.joined);
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
