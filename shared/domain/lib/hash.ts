import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of bytes, or of the UTF-8 form of a text: 32 bytes. */
export function sha256(message: string | Uint8Array): Uint8Array {
  return hash('sha256', message, 'buffer');
}

/** HMAC with SHA-256 (RFC 2104) of a text under a key, both in UTF-8: 32 bytes. */
export function hmacSha256(key: string, text: string): Uint8Array {
  return createHmac('sha256', key).update(text).digest();
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * A stable id of 20 base62 characters (119 bits) for a list of parts. Parts are kept apart: `['a','bc']` and
 * `['ab','c']` differ. The same parts always give the same id.
 */
export function idOf(...parts: readonly string[]): string {
  return base62(sha256(JSON.stringify(parts)), 20);
}

/** The digits of base 62, least first. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** As many digits at a time as a number holds exactly: dividing the big number takes most of the time. */
const DIGITS_AT_ONCE = 8;
const AT_ONCE = 62n ** BigInt(DIGITS_AT_ONCE);

/** The first `length` base62 digits of bytes read as one big number, least significant digit first. */
export function base62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (text.length < length) {
    let digits = Number(rest % AT_ONCE);
    rest /= AT_ONCE;
    for (let n = 0; n < DIGITS_AT_ONCE; n += 1) {
      text += ALPHABET.charAt(digits % 62);
      digits = Math.floor(digits / 62);
    }
  }
  return text.slice(0, length);
}

/** 32 bits of a text (FNV-1a over UTF-16 units, mixed at the end). */
export function hashText(text: string): number {
  return hashPart(text, 0, text.length);
}

/** `hashText` of the part of a text from one UTF-16 unit up to another. */
export function hashPart(text: string, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return mix(value);
}

/** 32 bits in which each bit of a value changes half of them (the end of MurmurHash3). */
export function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/** Compares by value; a key that holds undefined counts as absent. */
export function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** JSON with sorted keys: the same value always gives the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : part,
  );
}

/**
 * The JSON of a parsed JSON value. Unlike `JSON.stringify` it takes any depth: a service can nest an answer deeper
 * than the stack. `sorted`: keys are sorted, so that the same content always gives the same text.
 */
export function fullJson(value: unknown, { sorted = false } = {}): string {
  try {
    if (!sorted) return JSON.stringify(value) ?? 'null';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  let text = '';
  const open: Container[] = [{ values: [value], written: 0, end: '' }];
  for (let inner = open.at(-1); inner; inner = open.at(-1)) {
    const { values, keys, written, end } = inner;
    if (written === values.length) {
      text += end;
      open.pop();
      continue;
    }
    inner.written += 1;
    const part = values[written];
    const container = containerOf(part, sorted);
    text += `${written === 0 ? '' : ','}${keys ? `${JSON.stringify(keys[written])}:` : ''}`;
    text += container ? (container.keys ? '{' : '[') : (JSON.stringify(part) ?? 'null');
    if (container) open.push(container);
  }
  return text;
}

/** A list or an object that is being written. */
interface Container {
  values: readonly unknown[];
  /** Of an object: the keys of its values. */
  keys?: readonly string[];
  /** How many of the values are written. */
  written: number;
  /** The text behind its last value. */
  end: string;
}

function containerOf(value: unknown, sorted: boolean): Container | undefined {
  if (Array.isArray(value)) return { values: value, written: 0, end: ']' };
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  if (sorted) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    values: entries.map(([, part]) => part),
    keys: entries.map(([key]) => key),
    written: 0,
    end: '}',
  };
}
