import { Buffer, isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import * as z from 'zod';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { isObject } from '../../domain/lib/fields.ts';
import type { WebhookPayloads } from '../../use-cases/ports/services.ts';

/** An answer of a service before it is read. */
export interface ServiceAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/**
 * The content of an answer: a value; a problem with its shape; an incomplete body; or an error that the service sent
 * with a successful status, with the error status if the body contains one.
 */
type Reading<T> =
  | { value: T }
  | { problem: string }
  | { cut: true }
  | { failure: { status: number | undefined } };

export type Reader<T> = (answer: ServiceAnswer) => Reading<T>;

/** Reads a JSON answer by a schema. `failureIn` finds an error in an answer with a successful status. */
export function jsonReader<T>(
  schema: z.ZodType<T>,
  failureIn?: (body: unknown) => { status: number | undefined } | undefined,
): Reader<T> {
  return ({ text }) => {
    const json = parseAnswerJson(text);
    if ('complete' in json) return json.complete ? { problem: 'the body is not JSON' } : { cut: true };
    const failure = failureIn?.(json.value);
    if (failure) return { failure };
    return readValue(schema, json.value);
  };
}

/**
 * Whatever the value is, a schema reads or refuses it: zod throws at an object with a `length` in place of a text or
 * a list.
 */
function readValue<T>(schema: z.ZodType<T>, value: unknown): Reading<T> {
  try {
    const result = schema.safeParse(value);
    return result.success ? { value: result.data } : { problem: problemOf(result.error) };
  } catch (error) {
    if (!isFaultOfItem(error)) throw error;
    return { problem: `a value has a wrong type: ${error.message}` };
  }
}

/** As {@link jsonReader}. Undefined for an empty body, which some deletions have. */
export function optionalJsonReader<T>(schema: z.ZodType<T>): Reader<T | undefined> {
  const read = jsonReader(schema);
  return (answer) => (answer.text.trim() === '' ? { value: undefined } : read(answer));
}

/** Accepts any successful answer: deletions. */
export const readNothing: Reader<void> = () => ({ value: undefined });

/** The first places where an answer differs from the contract, without their values, which are news texts. */
function problemOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'the body'}: ${issue.message}`)
    .join('; ');
}

/** A number outside a string that JavaScript cannot represent exactly: ids of 16 and more digits occur. */
const LONG_NUMBER = /[[:,]\s*-?\d{16,}\s*[\],}]/;

/** `complete: false`: the text ends early, so the body was cut. */
type ParsedJson = { value: unknown } | { value?: never; complete: boolean };

/** The beginning of a string, or a number. */
const TOKEN = /"|-?\d[\d.eE+-]*/g;
/** A whole number of so many digits that it may be inexact. */
const LONG_WHOLE = /^-?[1-9]\d{15,}$/;

/**
 * Parses JSON without losing digits: a whole number that JavaScript cannot represent exactly becomes a text with its
 * digits (contract, rules for schemas: identifiers). Only such texts are parsed in the slower way. JSON of any depth
 * is parsed: a reviver of `JSON.parse` would fail some thousand levels down.
 */
export function parseAnswerJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(LONG_NUMBER.test(text) ? withQuotedNumbers(text) : text) };
  } catch {
    return { complete: isComplete(text) };
  }
}

/** JSON in which inexact whole numbers are strings. */
function withQuotedNumbers(text: string): string {
  const parts: string[] = [];
  let from = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [token] = found;
    if (token === '"') TOKEN.lastIndex = endOfString(text, found.index + 1);
    else if (LONG_WHOLE.test(token) && !Number.isSafeInteger(Number(token))) {
      parts.push(text.slice(from, found.index), '"', token, '"');
      from = TOKEN.lastIndex;
    }
  }
  return parts.join('') + text.slice(from);
}

/** The position after the quote that ends a string: one with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return text.length;
}

/** Whether a text that opens an object or array also closes one. A text that opens none is not cut. */
function isComplete(text: string): boolean {
  const body = text.trim();
  const closing = { '{': '}', '[': ']' }[body.slice(0, 1)];
  return closing === undefined || body.endsWith(closing);
}

const MASK = '[key]';

/** A shorter key may be an ordinary word of the news: good answers keep it, and only errors are masked. */
const SHORTEST_SECRET = 8;

/**
 * Replaces a key everywhere in the text of an error: as it is, URL-encoded with hex digits of either case, escaped
 * for JSON, or in base64. Some messages of the services repeat the key (news service, errors).
 */
export function maskKey(text: string, key: string): string {
  return masked(text, formsOf(key));
}

function masked(text: string, forms: readonly string[]): string {
  return forms.reduce((before, form) => before.replaceAll(form, MASK), text);
}

/**
 * The text of an answer without the key, so that nothing that is stored contains it. In JSON only texts and names are
 * changed, so the answer keeps its form. A name of lower-case letters is part of the contract and stays.
 */
export function maskAnswer(text: string, key: string): string {
  if (key.length < SHORTEST_SECRET || !mayContain(text, key)) return text;
  const forms = formsOf(key);
  const parsed = parseAnswerJson(text);
  if ('complete' in parsed) return masked(text, forms);
  try {
    return JSON.stringify(parsed.value, (_name, value: unknown) => maskedValue(value, { key, forms }));
  } catch (error) {
    // The nesting is too deep for the engine.
    if (error instanceof RangeError) return masked(text, forms);
    throw error;
  }
}

/**
 * The body of a webhook payload without the key. A body without it stays as it is, byte by byte; one that is not UTF-8
 * keeps all its other bytes.
 */
function maskBody(body: Uint8Array, key: string): Uint8Array {
  const bytes = Buffer.from(body);
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const clean = maskAnswer(text, key);
  // Codes that hide no key were only written in another way.
  return countMasks(clean) === countMasks(text) ? body : Buffer.from(clean, encoding);
}

function countMasks(text: string): number {
  return text.split(MASK).length;
}

/** A value of a JSON answer; `JSON.stringify` then continues with its parts. */
function maskedValue(value: unknown, { key, forms }: { key: string; forms: readonly string[] }): unknown {
  if (typeof value === 'string') return masked(value, forms);
  if (typeof value === 'number') return String(value) === key ? MASK : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [/^[a-z_]+$/.test(name) ? name : masked(name, forms), part]),
  );
}

/** Characters that JSON and URLs write in several ways. */
const ESCAPED = /[^A-Za-z0-9_.~-]+/;

/** An ASCII character written as a code: JSON and URLs allow that for every character. */
const CODED = /\\u00[2-7]/i;

/** Whether a text needs a closer look. Most answers do not, and this costs one search for each form. */
function mayContain(text: string, key: string): boolean {
  const [longest = ''] = key.split(ESCAPED).toSorted((a, b) => b.length - a.length);
  return text.includes(longest) || CODED.test(text) || base64Forms(key).some((form) => text.includes(form));
}

/** The ways in which a key can be written, longer forms first where one contains another. */
function formsOf(key: string): string[] {
  if (key === '') return [];
  const encoded = encodeURIComponent(key);
  const lowered = encoded.replaceAll(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());
  const form = encoded.replaceAll('%20', '+');
  const escaped = JSON.stringify(key).slice(1, -1);
  const base64 = key.length < SHORTEST_SECRET ? [] : base64Forms(key);
  return [...new Set([key, encoded, lowered, form, escaped, escaped.replaceAll('/', '\\/'), ...base64])];
}

/**
 * The key in base64 of both alphabets: alone, and the characters of it that are the same wherever the key begins
 * within a longer text, such as `user:KEY`.
 */
function base64Forms(key: string): string[] {
  const alone = [Buffer.from(key).toString('base64'), Buffer.from(key).toString('base64url')];
  const within = [0, 1, 2].map((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + key);
    return bytes.toString('base64').slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3));
  });
  return [...alone, ...within].flatMap((form) => [
    form,
    form.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(form),
  ]);
}

/** The most characters of a service's text in an error. */
const LONGEST = 300;

/** How much of a body is read for them: a page of HTML begins with its title, after some markup. */
const READ = 16_384;

const DETAIL_ITEM = z.object({
  loc: z.array(z.union([z.string(), z.number()])).catch([]),
  msg: z.string(),
});

const ERROR_BODY = z.object({
  detail: z.union([z.string(), z.array(z.union([DETAIL_ITEM, z.string()])), z.undefined()]).catch(undefined),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});

/**
 * The text of an error body, on one line, with the key masked: `detail` (a text, or a list of places and texts), else
 * `message`, else the first characters of the body. Takes time in proportion to the body.
 */
export function errorMessageOf(text: string, key: string): string {
  const body = ERROR_BODY.safeParse(parsed(text));
  const words = (body.success ? wordsOf(body.data) : undefined) ?? text;
  // Markup is removed between two masks: it may stand inside a key, and a key may look like markup.
  return maskKey(onOneLine(maskKey(words, key).slice(0, READ)), key).slice(0, LONGEST);
}

function wordsOf({ detail, message, error }: z.infer<typeof ERROR_BODY>): string | undefined {
  if (!Array.isArray(detail)) return detail ?? message ?? error;
  return detail
    .map((item) => (typeof item === 'string' ? item : `${item.loc.join('.')}: ${item.msg}`))
    .join('; ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes HTML tags with the contents of scripts and styles, control characters and repeated blanks. */
function onOneLine(text: string): string {
  return withoutTags(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Replaces each tag by a blank. A script or style goes up to its end; a `<` without a `>` is text. Reads once. */
function withoutTags(text: string): string {
  const ends = { script: endsOf(text, 'script'), style: endsOf(text, 'style') };
  let shown = '';
  let at = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    const name = /^<(script|style)\b/i.exec(text.slice(open, open + 8))?.[1]?.toLowerCase();
    const end = name === 'script' || name === 'style' ? ends[name](open) : undefined;
    const close = end ?? text.indexOf('>', open) + 1;
    if (close === 0) break;
    shown += `${text.slice(at, open)} `;
    at = close;
  }
  return shown + text.slice(at);
}

/** Finds the end of the first closing tag after a position. The positions that it is asked for must rise. */
function endsOf(text: string, name: string): (after: number) => number | undefined {
  const ends = Array.from(
    text.matchAll(new RegExp(`</${name}>`, 'gi')),
    ({ 0: tag, index }) => index + tag.length,
  );
  let next = 0;
  return (after) => {
    while ((ends[next] ?? Infinity) <= after) next += 1;
    return ends[next];
  };
}

/**
 * A store of webhook payloads that holds no API key of the service: a payload may repeat it. A body without the key is
 * stored byte by byte.
 */
export function maskedPayloads(payloads: WebhookPayloads, key: () => Promise<string>): WebhookPayloads {
  return { ...payloads, put: async (id, body) => payloads.put(id, maskBody(body, await key())) };
}

/** The accepted encodings, best first. */
export const ACCEPTED_ENCODINGS = 'br, gzip';

const DECODERS: Readonly<
  Record<string, (bytes: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  identity: (bytes) => Promise.resolve(bytes),
};

/** An answer above the client's limit, compressed or not. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** An answer in another encoding. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

/** A body: how it was packed, and how large it may be, in bytes. */
interface Body {
  encoding: string;
  limit: number;
}

/** Reads a whole body as UTF-8, as `readBytes` does. */
export async function readBody(chunks: AsyncIterable<Uint8Array>, body: Body): Promise<string> {
  return (await readBytes(chunks, body)).toString('utf8');
}

/**
 * Reads a whole body and decompresses it. Throws the errors of the stream (a cut body) and of the decoder (a
 * compressed body that is cut or damaged), {@link BodyTooLarge} or {@link UnknownEncoding}.
 */
export async function readBytes(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, limit }: Body,
): Promise<Buffer> {
  const packed = await collect(chunks, limit);
  const steps = encoding
    .toLowerCase()
    .split(',')
    .map((step) => step.trim());
  let bytes = packed;
  for (const step of steps.toReversed()) {
    if (step !== '' && bytes.length > 0) bytes = await unpack(bytes, { step, limit });
  }
  return bytes;
}

async function collect(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLarge();
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

async function unpack(bytes: Buffer, { step, limit }: { step: string; limit: number }): Promise<Buffer> {
  const decode = Object.hasOwn(DECODERS, step) ? DECODERS[step] : undefined;
  if (!decode) throw new UnknownEncoding(step);
  try {
    return await decode(bytes, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw new BodyTooLarge();
    throw error;
  }
}
