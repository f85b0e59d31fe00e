/** How much of a document is searched for the name of its encoding. */
const HEAD = 1_024;

/** Byte order marks and their encodings, the longest first. */
const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/** The beginning of `<?xml` in two bytes a character, without a mark. */
const WIDE: typeof MARKS = [
  [[0x00, 0x3c, 0x00, 0x3f], 'utf-16be'],
  [[0x3c, 0x00, 0x3f, 0x00], 'utf-16le'],
];

/**
 * The text of a document. Its encoding is that of its byte order mark, else the one of the header, else the one in the document,
 * else UTF-8; a name that nobody knows is passed over. A document that is not UTF-8, though nothing says so, is windows-1252.
 *
 * @param contentType the header of the answer.
 */
export function decodeDocument(bytes: Uint8Array, contentType = ''): string {
  const marked = [...MARKS, ...WIDE].find(([mark]) => mark.every((byte, n) => bytes[n] === byte))?.[1];
  const named = marked ?? charsetIn(contentType) ?? declaredIn(bytes);
  if (named !== undefined && named !== 'utf-8') return new TextDecoder(named).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(looksLikeUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
  }
}

/** A few wrong bytes in a text with many right sequences are damage; without any sequence the text has another encoding. */
function looksLikeUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrong = text.split('\ufffd').length - 1;
  // oxlint-disable-next-line no-control-regex -- every character beyond ASCII counts.
  const right = (text.match(/[^\u0000-\u007f\ufffd]/gu) ?? []).length;
  return right > wrong;
}

function charsetIn(contentType: string): string | undefined {
  return known(/charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1]);
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD));
  return known(/^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w:.-]+)["']/i.exec(head)?.[1]);
}

/** The encoding that a name means, as browsers read it: `iso-8859-1` is windows-1252. */
function known(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
