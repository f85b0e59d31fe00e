import { idOf } from '../lib/hash.ts';
import type { Instant } from '../time/instant.ts';

/** An address that wants no mail of a lane any more. The address itself is not stored. */
export interface Unsubscription {
  /** The name of the lane: `press~ses`. */
  lane: string;
  /** See {@link recipientId}. */
  recipient: string;
  at: Instant;
  /** When it was undone. */
  undoneAt?: Instant;
}

/** The length of what a link signs. */
const LENGTH = 10;

/**
 * What replaces an address of a lane in links and in the store: 10 base62 characters of a hash. Letter case does not
 * matter, and the same address has another id on another channel.
 */
export function recipientId(lane: string, address: string): string {
  return idOf('recipient', lane, address.trim().toLowerCase()).slice(0, LENGTH);
}

/** Whether mail to a recipient is held back by one of these records. */
export function isUnsubscribed(recipient: string, records: readonly Unsubscription[]): boolean {
  return records.some((one) => one.recipient === recipient && one.undoneAt === undefined);
}

/** The address as a page shows it: who got a forwarded mail does not learn it. `p…@acme.example` */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = Array.from(address);
  return `${first}…${at === -1 ? '' : address.slice(at)}`;
}

/** The class of the empty paragraph of a mail's HTML into which the link to unsubscribe goes. */
export const UNSUBSCRIBE_CLASS = 'unsubscribe';

/** Texts of the news cannot contain the paragraph: they are escaped. */
const PARAGRAPH = /<p class="unsubscribe [^>]*><\/p>/;

/**
 * The HTML with the link of one recipient; without a link, without the paragraph. Each recipient has a link of its
 * own, so the transport puts it in.
 *
 * @param link an address of ours, which needs no escaping.
 */
export function withUnsubscribeLink(html: string, link: string | undefined): string {
  return html.replace(PARAGRAPH, (part) =>
    link === undefined
      ? ''
      : part.replace('></p>', () => `><a href="${link}" style="color:inherit;">Unsubscribe</a></p>`),
  );
}
