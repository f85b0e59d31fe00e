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
 * What replaces an address of a lane in links and in the store: 10 base62 characters of a hash. Letter case does not matter, and
 * the same address has another id on another channel.
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
