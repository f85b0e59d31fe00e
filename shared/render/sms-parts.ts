/** The GSM 03.38 basic alphabet; each character is one septet. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Its extension; each character is two septets. */
const EXTENDED = '^{}\\[~]|€\f';
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
  '•': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
};

/** The longest text SNS sends by SMS, in characters. */
export const SMS_LIMIT = 1_600;

/** Swaps typographic marks for their plain twins. */
export function plainMarks(text: string): string {
  return text.replace(/[^\x20-\x7e\n]/gu, (mark) => SWAPS[mark] ?? mark);
}

/** How many parts a text takes: 160 septets alone or 153 each in GSM-7, 70 or 67 UTF-16 units otherwise. */
export function smsParts(text: string): number {
  const septets = septetsOf(text);
  if (septets === undefined) return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  return septets <= 160 ? 1 : Math.ceil(septets / 153);
}

/** How much of one single part a text takes, 0..1; above 1 it needs more. */
export function singlePartShare(text: string): number {
  const septets = septetsOf(text);
  return septets === undefined ? text.length / 70 : septets / 160;
}

function septetsOf(text: string): number | undefined {
  let septets = 0;
  for (const character of text) {
    if (BASIC.includes(character)) septets += 1;
    else if (EXTENDED.includes(character)) septets += 2;
    else return undefined;
  }
  return septets;
}
