import type { Alert } from '../alerts/alert.ts';
import { channelNameOf, OPERATORS } from '../channels/channel.ts';
import { ALPHABET, base62, hmacSha256, idOf, isSameSecret } from '../lib/hash.ts';
import { HOUR, type Instant, MINUTE, SECOND } from '../time/instant.ts';

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
  { purpose, keys, idLength = ID_LENGTH }: { purpose: string; keys: LinkKeys; idLength?: number | undefined },
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

/** An alert as one channel has it: what the link to its receipt is made of. */
export type ReceiptOf = Pick<Alert, 'id' | 'createdAt' | 'channel'>;

/**
 * The id of the receipt of an alert on a channel: the minute in which the alert was made, and a hash of the alert and
 * the channel. With the minute, the time index finds the alert without an item for the receipt. Of two alerts of one
 * minute, one pair in 900 million has the same id.
 */
export function receiptIdOf({ id, createdAt, channel }: ReceiptOf): string {
  const minute = digitsOf(Math.floor(createdAt / MINUTE), MINUTE_LENGTH);
  return minute + idOf('receipt', id, channelNameOf(channel)).slice(0, ID_LENGTH - MINUTE_LENGTH);
}

/** The minute in which the alert of a receipt was made. */
export function minuteOfReceipt(receiptId: string): Instant {
  return numberOf(receiptId.slice(0, MINUTE_LENGTH)) * MINUTE;
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

/** What links are for, by the letter in their paths. */
const LINK_KINDS = {
  r: 'receipt',
  i: 'inbox',
  p: 'report',
  m: 'message',
  f: 'feed',
  q: 'actions',
  u: 'unsubscribe',
  d: 'drill',
} as const;
export type LinkKind = keyof typeof LINK_KINDS;

/** What a link signs beside its id: its kind, and what follows it where that is signed too, such as a lane. */
export function linkPurpose(kind: LinkKind, next?: string): string {
  return next === undefined ? LINK_KINDS[kind] : `${LINK_KINDS[kind]} ${next}`;
}

interface LinkGiven {
  id: string;
  /** What follows the signature, and is signed. */
  next?: string;
}

/** The path of a link. It stays the same until the key changes. */
function linkPath(kind: LinkKind, { id, next, keys }: LinkGiven & { keys: LinkKeys }): string {
  const signed = signId(id, { purpose: linkPurpose(kind, next), keys });
  return `/${kind}/${signed}${next === undefined ? '' : `/${encodeURIComponent(next)}`}`;
}

/** The address of the pages, and the keys that sign links to them. */
export interface PageLinks {
  /** The base address, without a slash at the end. */
  base: string;
  keys: LinkKeys;
}

/** A link, which stays the same until the key changes. */
export function linkOf(kind: LinkKind, given: LinkGiven & PageLinks): string {
  return given.base + linkPath(kind, given);
}

/** The link to the receipt of an alert. */
export function receiptLink(alert: ReceiptOf, links: PageLinks): string {
  return linkOf('r', { ...links, id: receiptIdOf(alert) });
}

/** The link to what a reader of a lane can do about an alert. */
export function actionsLink(alert: ReceiptOf, { lane, ...links }: PageLinks & { lane: string }): string {
  return linkOf('q', { ...links, id: receiptIdOf(alert), next: lane });
}

/** The path of that link, for pages on the same host. */
export function actionsPath(alert: ReceiptOf, { lane, keys }: { lane: string; keys: LinkKeys }): string {
  return linkPath('q', { id: receiptIdOf(alert), next: lane, keys });
}

/** The link by which a recipient of a lane unsubscribes. `id`: that of the recipient, see `recipientId`. */
export function unsubscribeLink(id: string, { lane, ...links }: PageLinks & { lane: string }): string {
  return linkOf('u', { ...links, id, next: lane });
}

/**
 * The link by which people confirm that the message of a drill has reached them.
 *
 * @param target the channel and the way, such as `press~email`.
 */
export function drillLink(id: string, { target, ...links }: PageLinks & { target: string }): string {
  return linkOf('d', { ...links, id, next: target });
}

/** The part of the path, below a receipt, that leads to the findings behind its alert. */
export const FINDINGS = 'findings';

/** The link to all findings behind an alert, by the link or the path of its receipt. */
export function findingsLink(receipt: string): string {
  return `${receipt}/${FINDINGS}`;
}

/** A link to the inbox and its pages that expires at an instant. */
export function inboxLink(until: Instant, links: PageLinks): string {
  return linkOf('i', { ...links, id: timedIdOf(until) });
}

/** A signed link in a text: its kind, then an id with its signature, and what follows. */
const SIGNED_LINK = /https?:\/\/[^\s"'<>|\\]*?\/[dfmpqru]\/[0-9A-Za-z]{26,36}(?![0-9A-Za-z])[^\s"'<>|\\)]*/g;

/** A text as pages show it: a page may be open to somebody for an hour, and most signed links are valid longer. */
export function withoutSignedLinks(text: string): string {
  return text.replace(SIGNED_LINK, '[link]');
}

/** A file of a report with links to another path of the same report. */
export function withReportPath(body: string, recordId: string, path: string): string {
  const own = new RegExp(`https?://[^\\s"'<>]*?/p/${recordId}[0-9A-Za-z]{${SIGNATURE_LENGTH}}`, 'g');
  return body.replace(own, () => path);
}

/** The link to a written report, by the id of its record. */
export function reportLink(id: string, links: PageLinks): string {
  return linkOf('p', { ...links, id });
}

/** The length of the id of a message. */
export const MESSAGE_ID_LENGTH = 20;

/** The link to all alerts of a message, by its id. */
export function messageLink(id: string, links: PageLinks): string {
  return linkOf('m', { ...links, id });
}

/** What a reader can do about an alert. The words are stored, and are in forms. */
export const READER_ACTIONS = [
  'acknowledge',
  'mute-story',
  'mute-watch',
  'not-relevant',
  'relevant',
  'less-outlet',
] as const;
export type ReaderActionKind = (typeof READER_ACTIONS)[number];

/** What somebody inside can do, besides: a link in a message says nobody's name. The words are stored, too. */
export const TRIAGE_ACTIONS = [...READER_ACTIONS, 'assign', 'note'] as const;
export type TriageActionKind = (typeof TRIAGE_ACTIONS)[number];

/**
 * What a reader can do about an alert. About Bellwether itself there is nothing to do; incidents end by themselves. No
 * link mutes what is critical.
 */
export function actionsOn(alert: Alert): ReaderActionKind[] {
  const { channel, watchId, items, story, occasion, severity, rule } = alert;
  if (channel === OPERATORS || watchId === undefined || items.length === 0) return [];
  const isOne = !('period' in occasion && occasion.period !== undefined);
  const isMutable = severity !== 'critical';
  const isPossible: Readonly<Record<ReaderActionKind, boolean>> = {
    acknowledge: true,
    'mute-story': isMutable && isOne && story !== undefined,
    'mute-watch': isMutable,
    'not-relevant': true,
    // Only a judge is measured by it.
    relevant: rule?.judge !== undefined,
    'less-outlet': isMutable && isOne && items[0]?.outlet?.domain !== undefined,
  };
  return READER_ACTIONS.filter((kind) => isPossible[kind]);
}

/** What somebody inside can do about an alert. One without items, such as the absence of news, can be looked after. */
export function actionsInside(alert: Alert): TriageActionKind[] {
  if (!isAboutNews(alert)) return [];
  const known = actionsOn(alert);
  return TRIAGE_ACTIONS.filter(
    (kind) => kind === 'acknowledge' || kind === 'assign' || kind === 'note' || known.includes(kind),
  );
}

/** Whether an alert is about something that a watch found or counted, and not about Bellwether itself. */
export function isAboutNews({ channel, watchId, occasion: { type } }: Alert): boolean {
  const isOwn = type === 'baseline' || type === 'incident' || type === 'report' || type === 'heartbeat';
  return !isOwn && channelNameOf(channel) !== OPERATORS && watchId !== undefined;
}
