/** The characters of windows-1252 at 0x80 to 0x9f, which no text has in Unicode; five places hold none. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Two to four bytes of UTF-8 that were read as one character each, with at least one that no text has. */
const BYTES = /[\u00c2-\u00f4](?=[\u0080-\u00bf]{0,2}[\u0080-\u009f])[\u0080-\u00bf]{1,3}/gu;

const CONTROL = /[\u0080-\u009f]/gu;

/**
 * Text in which UTF-8 that was read as Latin-1 is put right (`it\u00e2\u0080\u0099s` is `it’s`), and so are characters of
 * windows-1252 that kept their number. Text with neither stays as it is.
 */
export function repairEncoding(text: string): string {
  return text
    .replace(BYTES, decodeBytes)
    .replace(CONTROL, (mark) => WINDOWS_1252[mark.charCodeAt(0) - 0x80] ?? mark);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The character of these bytes, with what is left of them. */
function decodeBytes(bytes: string): string {
  const length = lengthOf(bytes.charCodeAt(0));
  if (bytes.length < length) return bytes;
  try {
    const codes = Uint8Array.from(bytes.slice(0, length), (byte) => byte.charCodeAt(0));
    return utf8.decode(codes) + bytes.slice(length);
  } catch {
    return bytes;
  }
}

/** How many bytes a character of UTF-8 has, by its first one. */
function lengthOf(first: number): number {
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
