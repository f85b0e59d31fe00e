import type { Alert } from '../alerts/alert.ts';
import { ALPHABET, base62, hmacSha256, isSameSecret } from '../lib/hash.ts';
import { MINUTE, SECOND, type Instant } from '../time/instant.ts';

/** Keys of links, newest first: the first one signs, each of them is taken. A text without any opens nothing. */
export type LinkKeys = readonly string[];

const ID_LENGTH = 10;
/** 95 bits. */
const SIGNATURE_LENGTH = 16;

/**
 * An id and its signature, 26 letters and digits. The purpose is signed and not shown: what opens a receipt opens
 * nothing else.
 *
 * @param id 10 base62 characters.
 * @throws RangeError without a key.
 */
export function signId(id: string, { purpose, keys }: { purpose: string; keys: LinkKeys }): string {
  const [key = ''] = keys;
  if (key === '') throw new RangeError('There is no key that could sign links');
  return id + signatureOf(id, { purpose, key });
}

/** The id in a signed text, or undefined when no key has signed it for this purpose. Takes as long for each wrong text. */
export function openSigned(
  text: string,
  { purpose, keys }: { purpose: string; keys: LinkKeys },
): string | undefined {
  if (text.length !== ID_LENGTH + SIGNATURE_LENGTH) return undefined;
  const id = text.slice(0, ID_LENGTH);
  const given = text.slice(ID_LENGTH);
  const matches = keys.filter((key) => key !== '' && isSameSecret(given, signatureOf(id, { purpose, key })));
  return matches.length > 0 ? id : undefined;
}

function signatureOf(id: string, { purpose, key }: { purpose: string; key: string }): string {
  return base62(hmacSha256(key, JSON.stringify([purpose, id])), SIGNATURE_LENGTH);
}

/** How many characters of a receipt's id tell the minute in which its alert was made. */
const MINUTE_LENGTH = 5;

/**
 * The id under which an alert's receipt is found: the minute it was made, and the beginning of its own id. The index of
 * time leads there without an item of its own. Of two alerts of one minute, one pair in 900 million shares it.
 */
export function receiptIdOf({ id, createdAt }: Pick<Alert, 'id' | 'createdAt'>): string {
  const minute = digitsOf(Math.floor(createdAt / MINUTE), MINUTE_LENGTH);
  return minute + id.slice(0, ID_LENGTH - MINUTE_LENGTH);
}

/** Where to look for the alert of a receipt's id: its minute, and how its own id begins. */
export function parseReceiptId(id: string): { minute: Instant; start: string } {
  return { minute: numberOf(id.slice(0, MINUTE_LENGTH)) * MINUTE, start: id.slice(MINUTE_LENGTH) };
}

/** An id that says until when it holds, to the second. */
export function timedIdOf(until: Instant): string {
  return digitsOf(Math.floor(until / SECOND), ID_LENGTH);
}

/** Until when a timed id holds. */
export function endOfTimedId(id: string): Instant {
  return numberOf(id) * SECOND;
}

/** A whole number in base 62, most significant digit first. */
function digitsOf(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let n = 0; n < length; n += 1) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** The number that base 62 digits stand for; anything else among them counts as nought. */
function numberOf(digits: string): number {
  return Array.from(digits).reduce(
    (sum, digit) => sum * ALPHABET.length + Math.max(0, ALPHABET.indexOf(digit)),
    0,
  );
}
