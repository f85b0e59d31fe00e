import * as z from 'zod';
import { FEED_ENTRIES, FEED_SUBJECTS, type SharedFeed } from '../domain/pages/shared-feed.ts';
import type { Table } from './table.ts';

const SHARED = 'SHARED-FEEDS';

export const feedSchema = z.object({
  id: z.string(),
  of: z.enum(FEED_SUBJECTS),
  name: z.string(),
  entries: z.enum(FEED_ENTRIES),
  madeAt: z.number(),
  revokedAt: z.number().optional(),
}) satisfies z.ZodType<SharedFeed>;

/** The feeds that have an address, revoked ones too. */
export function sharedFeedsIn(table: Table) {
  return {
    all: (): Promise<SharedFeed[]> => table.query({ partition: SHARED }, feedSchema),
    get: (id: string): Promise<SharedFeed | undefined> => table.get({ pk: SHARED, sk: id }, feedSchema),
    put: (feed: SharedFeed): Promise<void> => table.put({ pk: SHARED, sk: feed.id, ...feed }),
  };
}
