import type { Alert } from '../alerts/alert.ts';
import { OPERATORS } from '../channels/channel.ts';
import { type Matchers, type Silence, silenceOf } from '../channels/silence.ts';
import { defined } from '../lib/fields.ts';
import { ALPHABET, base62, hmacSha256, isSameSecret } from '../lib/hash.ts';
import { DAY, HOUR, type Instant, MINUTE, SECOND } from '../time/instant.ts';

/** Keys of links, the newest first. The first one signs; each of them is accepted. Without keys no link is valid. */
export type LinkKeys = readonly string[];

const ID_LENGTH = 10;
/** 95 bits. */
const SIGNATURE_LENGTH = 16;

/**
 * An id and its signature, 26 letters and digits for an id of 10. The signature includes the purpose: a link to a
 * receipt is valid for nothing else.
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
 * When the page of a form was opened, to the second; undefined where the token belongs to another form, or is too old.
 * What a form does begins then, so that sending it twice is the same.
 */
export function openedAtOf(
  token: string,
  { purpose, keys, now }: { purpose: string; keys: LinkKeys; now: Instant },
): Instant | undefined {
  const id = openSigned(token, { purpose, keys });
  if (id === undefined || endOfTimedId(id) < now) return undefined;
  return endOfTimedId(id) - FORM_VALIDITY;
}

/** What a signed link is for. */
export const PURPOSES = { receipt: 'receipt', inbox: 'inbox', report: 'report', message: 'message' } as const;

/** The address of the pages, and the keys that sign links to them. */
export interface PageLinks {
  /** The base address, without a slash at the end. */
  base: string;
  keys: LinkKeys;
}

/** The link to the receipt of an alert. It stays the same until the key changes. */
export function receiptLink(alert: Pick<Alert, 'id' | 'createdAt'>, { base, keys }: PageLinks): string {
  return `${base}/r/${signId(receiptIdOf(alert), { purpose: PURPOSES.receipt, keys })}`;
}

/** What a link to the actions on an alert is for: the lane that carries it is part of what is signed. */
export function actionsPurpose(lane: string): string {
  return `actions ${lane}`;
}

/** The link to what a reader of a lane can do about an alert. It stays the same until the key changes. */
export function actionsLink(
  alert: Pick<Alert, 'id' | 'createdAt'>,
  { lane, base, keys }: PageLinks & { lane: string },
): string {
  return base + actionsPath(alert, { lane, keys });
}

/** The path of that link, for pages on the same host. */
export function actionsPath(
  alert: Pick<Alert, 'id' | 'createdAt'>,
  { lane, keys }: { lane: string; keys: LinkKeys },
): string {
  return `/q/${signId(receiptIdOf(alert), { purpose: actionsPurpose(lane), keys })}/${encodeURIComponent(lane)}`;
}

/** What a link to unsubscribe is for: one recipient of one lane. */
export function unsubscribePurpose(lane: string): string {
  return `unsubscribe ${lane}`;
}

/**
 * The link by which a recipient of a lane unsubscribes. It stays the same until the key changes.
 *
 * @param recipient its id, see `recipientId`.
 */
export function unsubscribeLink(
  recipient: string,
  { lane, base, keys }: PageLinks & { lane: string },
): string {
  return `${base}/u/${signId(recipient, { purpose: unsubscribePurpose(lane), keys })}/${encodeURIComponent(lane)}`;
}

/** What a link of a drill is for: one way in which its message went out. */
export function drillPurpose(target: string): string {
  return `drill ${target}`;
}

/**
 * The link by which people confirm that the message of a drill has reached them.
 *
 * @param target the channel and the way, such as `press~email`.
 */
export function drillLink(id: string, { target, base, keys }: PageLinks & { target: string }): string {
  return `${base}/d/${signId(id, { purpose: drillPurpose(target), keys })}/${encodeURIComponent(target)}`;
}

/** The part of the path, below a receipt, that leads to the findings behind its alert. */
export const FINDINGS = 'findings';

/** The link to all findings behind an alert, by the link or the path of its receipt. */
export function findingsLink(receipt: string): string {
  return `${receipt}/${FINDINGS}`;
}

/** A link to the inbox and its pages that expires at an instant. */
export function inboxLink(until: Instant, { base, keys }: PageLinks): string {
  return `${base}/i/${signId(timedIdOf(until), { purpose: PURPOSES.inbox, keys })}`;
}

/** The link to a written report, by the id of its record. It stays the same until the key changes. */
export function reportLink(recordId: string, { base, keys }: PageLinks): string {
  return base + reportPath(recordId, keys);
}

/** The path of a written report, for pages on the same host. */
export function reportPath(recordId: string, keys: LinkKeys): string {
  return `/p/${signId(recordId, { purpose: PURPOSES.report, keys })}`;
}

/** The length of the id of a message. */
export const MESSAGE_ID_LENGTH = 20;

/** The link to all alerts of a message, by its id. It stays the same until the key changes. */
export function messageLink(messageId: string, { base, keys }: PageLinks): string {
  return `${base}/m/${signId(messageId, { purpose: PURPOSES.message, keys })}`;
}

/** What a form on a receipt can mute: the watch for a day, or the outlet in this watch for a month. */
export const MUTES = ['watch', 'outlet'] as const;
type Mute = (typeof MUTES)[number];

const LENGTHS: Readonly<Record<Mute, number>> = { watch: DAY, outlet: 30 * DAY };

/** A form on a receipt, signed for this alert only. */
export interface MuteForm {
  mute: Mute;
  token: string;
  /** The watch or the domain to mute. */
  subject: string;
  /** How long, in milliseconds. */
  length: number;
}

interface Signing {
  /** The id of the receipt with the form. */
  receiptId: string;
  keys: LinkKeys;
}

/** The forms on the receipt of an alert. Alerts about Bellwether itself have none. */
export function muteForms(alert: Alert, { receiptId, keys, now }: Signing & { now: Instant }): MuteForm[] {
  return MUTES.flatMap((mute) => {
    const subject = subjectOf(mute, alert);
    if (subject === undefined) return [];
    const token = formToken(purposeOf(mute, receiptId), { keys, now });
    return [{ mute, token, subject, length: LENGTHS[mute] }];
  });
}

/**
 * The silence of a form; undefined when the form belongs to another receipt or is too old. The silence begins when the
 * page was opened, so sending the form twice makes the same silence.
 */
export function silenceOfForm(
  { mute, token }: { mute: Mute; token: string },
  { alert, receiptId, keys, now }: Signing & { alert: Alert; now: Instant },
): Silence | undefined {
  const openedAt = openedAtOf(token, { purpose: purposeOf(mute, receiptId), keys, now });
  const subject = subjectOf(mute, alert);
  if (openedAt === undefined || subject === undefined) return undefined;
  const order = {
    matchers: defined<Matchers>({
      watch: alert.watchId === undefined ? undefined : [alert.watchId],
      domain: mute === 'outlet' ? [subject] : undefined,
    }),
    owner: 'receipt',
    reason: `muted on the receipt of alert ${alert.id}`,
    endsAt: openedAt + LENGTHS[mute],
  };
  return silenceOf(order, openedAt);
}

function purposeOf(mute: Mute, receiptId: string): string {
  return `mute ${mute} ${receiptId}`;
}

function subjectOf(mute: Mute, { watchId, channel, items }: Alert): string | undefined {
  if (watchId === undefined || channel === OPERATORS) return undefined;
  return mute === 'watch' ? watchId : items[0]?.outlet?.domain;
}

/** What a reader can do about an alert. The words are stored, and are in forms. */
export const READER_ACTIONS = ['acknowledge', 'mute-story', 'not-relevant', 'less-outlet'] as const;
export type ReaderActionKind = (typeof READER_ACTIONS)[number];

/**
 * What a reader can do about an alert. About Bellwether itself there is nothing to do; incidents end by themselves.
 */
export function actionsOn({ channel, watchId, items, story, occasion }: Alert): ReaderActionKind[] {
  if (channel === OPERATORS || watchId === undefined || items.length === 0) return [];
  const isOne = !('period' in occasion && occasion.period !== undefined);
  const isPossible: Readonly<Record<ReaderActionKind, boolean>> = {
    acknowledge: true,
    'mute-story': isOne && story !== undefined,
    'not-relevant': true,
    'less-outlet': isOne && items[0]?.outlet?.domain !== undefined,
  };
  return READER_ACTIONS.filter((kind) => isPossible[kind]);
}
