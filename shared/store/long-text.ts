import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';

// Long texts are stored in DEFLATE (RFC 1951): 1,500 characters of English news take 782 bytes.

/** DEFLATE saves little of less than this, in UTF-16 units. */
const LEAST = 300;
/** What takes more than this share of its bytes stays as it is. */
const WORTH = 0.8;

/** The bytes of a text in DEFLATE; undefined where they save too little. */
export function deflated(text: string): Uint8Array | undefined {
  if (text.length < LEAST) return undefined;
  const bytes = deflateRawSync(text);
  return bytes.length > WORTH * Buffer.byteLength(text) ? undefined : bytes;
}

/** A text as it is, or in DEFLATE. */
export const longTextSchema = z.union([
  z.string(),
  z.instanceof(Uint8Array).transform((bytes) => inflateRawSync(bytes).toString('utf8')),
]);
