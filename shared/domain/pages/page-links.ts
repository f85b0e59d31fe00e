import type { Alert } from '../alerts/alert.ts';
import type { Instant } from '../time/instant.ts';
import { type LinkKeys, receiptIdOf, signId, timedIdOf } from './signed-link.ts';

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
