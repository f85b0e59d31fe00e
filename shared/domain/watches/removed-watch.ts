import { defined } from '../lib/fields.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { Watch } from './watch.ts';

/** A watch that the file does not name any more. What it stored is kept until it expires, or until it is forgotten. */
export interface RemovedWatch {
  watchId: string;
  brand?: string;
  /** How long its findings and alerts are kept, in milliseconds. */
  retention: number;
  removedAt: Instant;
  /** From then on nothing of it is stored. */
  expiresAt: Instant;
}

/** Windows, and alerts about incidents, are kept at least so long, in milliseconds. */
export const LEAST_KEPT = 400 * DAY;

/** The record of a watch that is removed now. */
export function removedWatchOf(
  { id, brand, retention }: Pick<Watch, 'id' | 'brand' | 'retention'>,
  now: Instant,
): RemovedWatch {
  const expiresAt = now + Math.max(retention, LEAST_KEPT);
  return defined<RemovedWatch>({ watchId: id, brand, retention, removedAt: now, expiresAt });
}
