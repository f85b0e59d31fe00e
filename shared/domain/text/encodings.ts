/** Code pages by their numbers, where browsers know them by another name. Those from 1250 on are `windows-`. */
const PAGES: Readonly<Record<string, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  65001: 'utf-8',
};

/**
 * The encoding that a name means, as browsers read it: `iso-8859-1` is windows-1252. Servers write more names than
 * browsers know: `cp-1251`, `win1251`, `ms949`, `latin-2`.
 */
export function nameOf(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const page = /(?:^|\D)(\d{3,5})$/.exec(written)?.[1] ?? '';
  const names = [written, written.replaceAll(/[-_]/g, ''), PAGES[page], `windows-${page}`];
  for (const name of names) {
    try {
      if (name !== undefined) return new TextDecoder(name).encoding;
    } catch {
      // Nobody knows this name.
    }
  }
  return undefined;
}

/**
 * The text of bytes in an encoding; undefined where it does not allow them. A character that is cut off at the end is
 * no fault: the document was cut.
 */
export function decodeWhole(name: string, bytes: Uint8Array): string | undefined {
  if (name === 'euc-kr') return decodeUnifiedHangul(bytes);
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/**
 * Korean with the syllables that EUC-KR has not (code page 949), which browsers read and this runtime does not. They
 * fill the free places in the order of Unicode.
 */
function decodeUnifiedHangul(bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder('euc-kr', { fatal: true });
  let text = '';
  let from = 0;
  try {
    for (let at = 0; at < bytes.length; at += (bytes[at] ?? 0) < 0x80 ? 1 : 2) {
      const syllable = unifiedHangul().get(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
      if (syllable === undefined) continue;
      text += decoder.decode(bytes.subarray(from, at)) + syllable;
      from = at + 2;
    }
    return text + decoder.decode(bytes.subarray(from), { stream: true });
  } catch {
    return undefined;
  }
}

let hangul: ReadonlyMap<number, string> | undefined;

function unifiedHangul(): ReadonlyMap<number, string> {
  if (hangul) return hangul;
  const known = charactersIn('euc-kr', { leads: [0xb0, 0xc8], trails: [0xa1, 0xfe] });
  const syllables = range(0xac00, 0xd7a3).map((code) => String.fromCharCode(code));
  const others = syllables.filter((syllable) => !known.has(syllable));
  const trails = [...range(0x41, 0x5a), ...range(0x61, 0x7a), ...range(0x81, 0xfe)];
  const places = range(0x81, 0xc6).flatMap((lead) =>
    trails.filter((trail) => lead < 0xa1 || trail < 0xa1).map((trail) => (lead << 8) | trail),
  );
  hangul = new Map(others.map((syllable, n) => [places[n] ?? 0, syllable]));
  return hangul;
}

let common: ReadonlySet<string> | undefined;

/** Han characters that are in use: those of the first level of each national standard. */
export function commonHan(): ReadonlySet<string> {
  common ??= new Set([
    ...charactersIn('gbk', { leads: [0xb0, 0xd7], trails: [0xa1, 0xfe] }),
    ...charactersIn('big5', { leads: [0xa4, 0xc6], trails: [0x40, 0xfe] }),
    ...charactersIn('euc-jp', { leads: [0xb0, 0xcf], trails: [0xa1, 0xfe] }),
  ]);
  return common;
}

type Bounds = readonly [from: number, to: number];

/** The characters that an encoding has at some places of two bytes. */
function charactersIn(name: string, { leads, trails }: { leads: Bounds; trails: Bounds }): Set<string> {
  const decoder = new TextDecoder(name);
  const characters = range(...leads).flatMap((lead) =>
    range(...trails).map((trail) => decoder.decode(new Uint8Array([lead, trail]))),
  );
  return new Set(characters.filter((one) => one.length === 1 && one !== '\uFFFD'));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}
