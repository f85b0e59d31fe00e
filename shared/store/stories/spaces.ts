import * as z from 'zod';
import { URGENCY_RANKS, type Waiting, waitingKeyOf } from '../../domain/alerts/decision.ts';
import { inParallel, type Lease } from '../../domain/lib/in-parallel.ts';
import { type Instant, isoOf, MINUTE } from '../../domain/time/instant.ts';
import { isFree } from '../operations.ts';
import { ABSENT, expiry, type Key, PRESENT, type Table, type When } from '../table.ts';
import { STORY_ORDERS, type StoryOrder } from '../../domain/pages/story-order.ts';

// What waits in a space to be decided, and the lease of the one that decides.

const WAITS = 'WAITS#';
/** The part of the index of work with what waits, by since when. */
const WORK = 'WAITS';

const stateSchema = z.object({ space: z.string(), fence: z.number() });

/** A space whose lease is held. A write with an older fence fails. */
export type HeldSpace = z.output<typeof stateSchema>;

const waitingFields = {
  space: z.string(),
  rank: z.enum(URGENCY_RANKS),
  since: z.number(),
  watchId: z.string(),
};

const waitingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('part'), part: z.string(), ...waitingFields }),
  z.object({ kind: z.literal('changes'), fingerprints: z.array(z.string()), ...waitingFields }),
  z.object({ kind: z.literal('hours'), until: z.number(), ...waitingFields }),
  z.object({ kind: z.literal('split'), order: z.string(), ...waitingFields }),
]) satisfies z.ZodType<Waiting>;

export function spacesIn(table: Table) {
  return {
    /**
     * Takes the lease of a space when it is free, ended, or held by the same owner. Whoever inserts from now on queues
     * the next order. Undefined: another one holds it.
     */
    acquire(space: string, lease: Lease, now: Instant): Promise<HeldSpace | undefined> {
      const held = { leaseOwner: lease.owner, leaseUntil: lease.until };
      const set = { space, ...held, orderedAt: undefined, orderedBy: undefined };
      return table.update(spaceKey(space), { set, add: { fence: 1 }, when: isFree(lease, now) }, stateSchema);
    },

    /**
     * The write that begins to decide something, under the fence. False: another one has taken over, and nothing may
     * begin.
     */
    begin({ space, fence }: HeldSpace, waiting: Waiting): Promise<boolean> {
      return table.change(spaceKey(space), { set: { begun: waitingKeyOf(waiting) }, when: held(fence) });
    },

    release({ space, fence }: HeldSpace): Promise<boolean> {
      const set = { leaseOwner: undefined, leaseUntil: undefined, begun: undefined };
      return table.change(spaceKey(space), { set, when: held(fence) });
    },

    /**
     * Notes that a space is ordered to be decided, unless another piece of work has noted that since `lostBefore`.
     * True: it is noted now, and the caller sends the order. Not under the fence: anybody who has inserted something
     * does it.
     */
    order(
      space: string,
      { by, now, lostBefore }: { by: string; now: Instant; lostBefore: Instant },
    ): Promise<boolean> {
      const notOrdered: readonly When[] = [
        { is: { orderedAt: undefined } },
        { below: { orderedAt: lostBefore } },
        // Noted while the clock was ahead.
        { not: { below: { orderedAt: now + MINUTE } } },
        { is: { orderedBy: by } },
      ];
      return table.change(spaceKey(space), {
        set: { space, orderedAt: now, orderedBy: by },
        add: { fence: 0 },
        when: { anyOf: notOrdered },
      });
    },

    /** Puts what waits, one by one: those who insert may write no batches. Putting it again changes nothing. */
    async wait(waiting: readonly Waiting[]): Promise<void> {
      await inParallel(waiting, (one) =>
        table.put({
          ...waitingKey(one),
          ...one,
          workPk: WORK,
          workSk: `${isoOf(one.since)}#${one.space}#${waitingKeyOf(one)}`,
        }),
      );
    },

    /** What waits in a space, in the order in which it is decided. */
    waiting(space: string, limit: number): Promise<Waiting[]> {
      return table.query({ partition: partitionOf(space), prefix: WAITS, limit }, waitingSchema);
    },

    async settle(waiting: Waiting): Promise<void> {
      await table.remove(waitingKey(waiting));
    },

    /** The spaces in which something has waited since before an instant; those of the last moments may be missing. */
    async waitingSince(before: Instant, limit: number): Promise<string[]> {
      const query = { index: 'work', partition: WORK, upTo: isoOf(before), limit } as const;
      const items = await table.query(query, z.object({ workSk: z.string() }));
      return [...new Set(items.flatMap(({ workSk }) => workSk.split('#')[1] ?? []))];
    },
  };
}

export function partitionOf(space: string): string {
  return `SPACE#${space}`;
}

/** The key of the item with the lease of a space. */
export function spaceKey(space: string): Key {
  return { pk: partitionOf(space), sk: 'STATE' };
}

function waitingKey(waiting: Waiting): Key {
  return { pk: partitionOf(waiting.space), sk: `${WAITS}${waitingKeyOf(waiting)}` };
}

function held(fence: number): When {
  return { ...PRESENT, is: { fence }, has: ['leaseOwner'] };
}

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

/**
 * What people have ordered about the stories of a space. Pages record it, and the holder of the lease of the space
 * carries it out.
 */
export function storyOrdersIn(table: Table) {
  return {
    /**
     * Puts an order in place of `was`; without it, only if there is none about the same. False: somebody was faster.
     */
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

export function storyOrdersPartition(space: string): string {
  return `STORYORDERS#${space}`;
}
