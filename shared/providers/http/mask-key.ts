import { Buffer, isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { isObject } from '../../domain/lib/fields.ts';
import type { WebhookPayloads } from '../../use-cases/ports/upstream.ts';
import { parseAnswerJson } from './parse-json.ts';

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
