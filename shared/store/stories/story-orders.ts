import * as z from 'zod';
import { STORY_ORDERS, type StoryOrder } from '../../domain/stories/story.ts';
import { ABSENT, expiry, type Table } from '../table.ts';

/** More than people order about the stories of a space in the time for which orders are kept. */
const MOST = 10_000;

const storyOrderSchema = z.object({
  kind: z.enum(STORY_ORDERS),
  space: z.string(),
  key: z.string(),
  story: z.string(),
  article: z.string().optional(),
  made: z.string().optional(),
  at: z.number(),
  undoneAt: z.number().optional(),
  result: z.enum(['done', 'undone', 'gone']).optional(),
  silenceId: z.string().optional(),
  mutedUntil: z.number().optional(),
  revision: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<StoryOrder>;

/** What people have ordered about the stories of a space. Pages record it, and the holder of the lease of the space carries it out. */
export function storyOrdersIn(table: Table) {
  return {
    /** Puts an order in place of `was`; without it, only if there is none about the same. False: somebody was faster. */
    put(order: StoryOrder, was?: StoryOrder): Promise<boolean> {
      const item = {
        pk: storyOrdersPartition(order.space),
        sk: order.key,
        ...order,
        ...expiry(order.expiresAt),
      };
      return table.putIf(item, was ? { is: { revision: was.revision } } : ABSENT);
    },

    /** The orders of a space, in the order of what they are about. */
    of: (space: string): Promise<StoryOrder[]> =>
      table.query({ partition: storyOrdersPartition(space), limit: MOST }, storyOrderSchema),
  };
}

export type StoryOrders = ReturnType<typeof storyOrdersIn>;

export function storyOrdersPartition(space: string): string {
  return `STORYORDERS#${space}`;
}
