import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { parseAs, parseJson } from '../contracts/parse-as.ts';
import { inParallel, partsOf } from '../domain/lib/in-parallel.ts';
import { DAY, dayOf, type Instant, isoOf, type Window } from '../domain/time/instant.ts';
import { expiry, type Key, type Table } from './table.ts';

/** How long they can be read again. */
const KEPT = 35 * DAY;

/** Deflated JSON. */
export const packSchema = z.object({ pack: z.instanceof(Uint8Array) });

export function packed(value: unknown): z.output<typeof packSchema> {
  return { pack: deflateRawSync(JSON.stringify(value)) };
}

/** TTL only cleans up: what has expired is read for a while longer, which does no harm here. */
export function unpacked<S extends z.ZodType>({ pack }: z.output<typeof packSchema>, schema: S): z.output<S> {
  return parseAs(schema, parseJson(inflateRawSync(pack).toString('utf8')));
}

/** What a round of a poller found: items, and spans in which some may have been missed. */
export interface Finds<Item, Missed> {
  items: readonly Item[];
  missed: readonly Missed[];
}

/**
 * What a poller has found, by day, under the instant at which it counts as found.
 *
 * @param most so many items are in one item of the table, which holds 400 KB.
 */
export function packedFinds<Item, Missed>(
  table: Table,
  { prefix, schema, most }: { prefix: string; schema: z.ZodType<Finds<Item, Missed>>; most: number },
) {
  const partitionOf = (at: Instant) => `${prefix}#${dayOf(at)}`;
  return {
    /** @param by separates finds of one instant. */
    async putFinds(at: Instant, { items, missed }: Finds<Item, Missed>, by = ''): Promise<void> {
      const parts = partsOf(items, most);
      const finds =
        parts.length === 0
          ? [{ items: [], missed }]
          : parts.map((part, n) => ({ items: part, missed: n === 0 ? missed : [] }));
      const keyOf = (n: number): Key => ({
        pk: partitionOf(at),
        sk: `${isoOf(at)}#${by}${String(n).padStart(3, '0')}`,
      });
      await inParallel(finds.entries(), ([n, part]) =>
        table.put({ ...keyOf(n), ...packed(part), ...expiry(at + KEPT) }),
      );
    },

    /** What was found in a window, in order, a part at a time. */
    async *finds({ from, to }: Window): AsyncIterable<Finds<Item, Missed>> {
      for (let day = Math.floor(from / DAY) * DAY; day < to; day += DAY) {
        const span = { from: isoOf(Math.max(from, day)), upTo: `${isoOf(to - 1)}~` };
        for await (const page of table.pages({ partition: partitionOf(day), ...span }, packSchema))
          for (const part of page) yield unpacked(part, schema);
      }
    },
  };
}
