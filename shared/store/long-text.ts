import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { parseJson } from '../contracts/parse-as.ts';

// Long texts are stored in DEFLATE (RFC 1951): 1,500 characters of English news take 782 bytes.

/** DEFLATE saves little of less than this, in UTF-16 units. */
const LEAST = 300;
/** What takes more than this share of its bytes stays as it is. */
const WORTH = 0.8;

/** Bytes as the client of DynamoDB gives them. */
export const bytesSchema = z.instanceof(Uint8Array);

/** The bytes of a text in DEFLATE; undefined where they save too little. */
export function deflated(text: string): Uint8Array | undefined {
  if (text.length < LEAST) return undefined;
  const bytes = deflateRawSync(text);
  return bytes.length > WORTH * Buffer.byteLength(text) ? undefined : bytes;
}

export function inflated(bytes: Uint8Array): string {
  return inflateRawSync(bytes).toString('utf8');
}

/** A value as it is stored: its JSON in DEFLATE, or the value itself where that saves too little. */
export function packed<V extends object>(value: V): V | Uint8Array {
  return deflated(JSON.stringify(value)) ?? value;
}

/** What `packed` has stored. */
export const packedSchema = z.union([
  bytesSchema.transform((bytes) => parseJson(inflated(bytes))),
  z.unknown(),
]);

/** A text as it is, or in DEFLATE. */
export const longTextSchema = z.union([z.string(), bytesSchema.transform(inflated)]);
