import type { Service } from '../lib/errors.ts';
import { fullJson, idOf } from '../lib/hash.ts';
import type { Instant } from '../time/instant.ts';
import { firstBytes } from './fit-finding.ts';

/** An item of a service that cannot be read, stored or judged. */
export interface UnusableItem {
  /** Its JSON as the service sent it, or the finding that was made of it where that is not at hand. */
  raw: unknown;
  /** What is wrong with it, as a sentence. */
  reason: string;
  /** What our code threw at it. It is logged. */
  error?: Error;
}

/** An item that our code cannot read. */
export function unreadItem(raw: unknown, error: Error): UnusableItem {
  return { raw, reason: `It cannot be read: ${error.message}`, error };
}

/** An unusable item as the store holds it: once, however often it comes. */
export interface QuarantinedItem {
  watchId: string;
  /** Hash of the service, the watch and the whole JSON. */
  id: string;
  service: Service;
  reason: string;
  /** The JSON, at most `QUARANTINED_BYTES` of it. */
  raw: string;
  /** The bytes of the whole JSON, where `raw` is only its beginning. */
  cutFrom?: number;
  /** How often it came. */
  times: number;
  firstAt: Instant;
  lastAt: Instant;
  expiresAt: Instant;
}

/** The most bytes of UTF-8 that are kept of the JSON of an item. */
export const QUARANTINED_BYTES = 16 * 1024;
/** The most bytes of UTF-8 of a reason. */
const REASON_BYTES = 500;

/** An unusable item as it is stored when it comes for the first time. */
export function quarantinedItem(
  { raw, reason }: UnusableItem,
  { watch, service, now }: { watch: { id: string; retention: number }; service: Service; now: Instant },
): QuarantinedItem {
  const json = fullJson(raw);
  const size = Buffer.byteLength(json);
  return {
    watchId: watch.id,
    id: idOf('quarantine', service, watch.id, fullJson(raw, { sorted: true })),
    service,
    reason: firstBytes(reason, REASON_BYTES),
    raw: firstBytes(json, QUARANTINED_BYTES),
    ...(size > QUARANTINED_BYTES && { cutFrom: size }),
    times: 1,
    firstAt: now,
    lastAt: now,
    expiresAt: now + watch.retention,
  };
}
