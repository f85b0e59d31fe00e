import type { Alert } from '../alerts/alert.ts';
import { ALPHABET, base62, hmacSha256, isSameSecret } from '../lib/hash.ts';
import { HOUR, type Instant, MINUTE, SECOND } from '../time/instant.ts';

/** Keys of links, the newest first. The first one signs; each of them is accepted. Without keys no link is valid. */
export type LinkKeys = readonly string[];

const ID_LENGTH = 10;
/** 95 bits. */
const SIGNATURE_LENGTH = 16;

/**
 * An id and its signature, 26 letters and digits for an id of 10. The signature includes the purpose: a link to a receipt is valid for
 * nothing else.
 *
 * @param id base62 characters: 10, or the 20 of a message.
 * @throws RangeError without a key.
 */
export function signId(id: string, { purpose, keys }: { purpose: string; keys: LinkKeys }): string {
  const [key = ''] = keys;
  if (key === '') throw new RangeError('There is no key that could sign links');
  return id + signatureOf(id, { purpose, key });
}

/** The id in a signed text; undefined if no key signed it for this purpose. Every wrong text takes the same time. */
export function openSigned(
  text: string,
  { purpose, keys, idLength = ID_LENGTH }: { purpose: string; keys: LinkKeys; idLength?: number },
): string | undefined {
  if (text.length !== idLength + SIGNATURE_LENGTH) return undefined;
  const id = text.slice(0, idLength);
  const given = text.slice(idLength);
  const matches = keys.filter((key) => key !== '' && isSameSecret(given, signatureOf(id, { purpose, key })));
  return matches.length > 0 ? id : undefined;
}

function signatureOf(id: string, { purpose, key }: { purpose: string; key: string }): string {
  return base62(hmacSha256(key, JSON.stringify([purpose, id])), SIGNATURE_LENGTH);
}

/** Whether a text could be an id that a link signs: the store is not read for any other. */
export function isSignedId(text: string): boolean {
  return text.length === ID_LENGTH && Array.from(text).every((digit) => ALPHABET.includes(digit));
}

/** How many characters of a receipt's id encode the minute in which its alert was made. */
const MINUTE_LENGTH = 5;

/**
 * The id of an alert's receipt: the minute in which the alert was made, and the beginning of the alert's id. With the
 * minute, the time index finds the alert without an item for the receipt. Of two alerts of one minute, one pair in 900
 * million has the same id.
 */
export function receiptIdOf({ id, createdAt }: Pick<Alert, 'id' | 'createdAt'>): string {
  const minute = digitsOf(Math.floor(createdAt / MINUTE), MINUTE_LENGTH);
  return minute + id.slice(0, ID_LENGTH - MINUTE_LENGTH);
}

/** The minute of a receipt's alert, and the beginning of the alert's id. */
export function parseReceiptId(id: string): { minute: Instant; start: string } {
  return { minute: numberOf(id.slice(0, MINUTE_LENGTH)) * MINUTE, start: id.slice(MINUTE_LENGTH) };
}

/** An id that encodes when it expires, to the second. */
export function timedIdOf(until: Instant): string {
  return digitsOf(Math.floor(until / SECOND), ID_LENGTH);
}

/** When a timed id expires. */
export function endOfTimedId(id: string): Instant {
  return numberOf(id) * SECOND;
}

/** A whole number in base 62, the most significant digit first. */
function digitsOf(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let n = 0; n < length; n += 1) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** The number of base 62 digits; any other character counts as 0. */
function numberOf(digits: string): number {
  return Array.from(digits).reduce(
    (sum, digit) => sum * ALPHABET.length + Math.max(0, ALPHABET.indexOf(digit)),
    0,
  );
}

/** How long the forms of an opened page are valid. */
const FORM_VALIDITY = 12 * HOUR;

/** The token of a form on a page that was opened now. The purpose names what the form does, and to what. */
export function formToken(purpose: string, { keys, now }: { keys: LinkKeys; now: Instant }): string {
  return signId(timedIdOf(now + FORM_VALIDITY), { purpose, keys });
}

/**
 * When the page of a form was opened, to the second; undefined where the token belongs to another form, or is too old. What a
 * form does begins then, so that sending it twice is the same.
 */
export function openedAtOf(
  token: string,
  { purpose, keys, now }: { purpose: string; keys: LinkKeys; now: Instant },
): Instant | undefined {
  const id = openSigned(token, { purpose, keys });
  if (id === undefined || endOfTimedId(id) < now) return undefined;
  return endOfTimedId(id) - FORM_VALIDITY;
}
