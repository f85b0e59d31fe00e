import * as z from 'zod';
import type { Decision, Part } from '../../domain/alerts/decision.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { expiry, type Item, type Key, type Query, type Table } from '../table.ts';
import { joinedSchema, verdictSchema } from './finding-item.ts';

// The parts of a watch, in the order in which they were found. They list findings by time, and hold what was decided
// about them.

const PART_PREFIX = 'PART#';

export function watchPartition(watchId: string): string {
  return `WATCH#${watchId}`;
}

const planned = {
  fingerprint: z.string(),
  severity: z.enum(SEVERITIES),
  by: z.array(z.object({ name: z.string(), value: z.union([z.number(), z.string()]) })),
};

const decisionSchema = z.object({
  findings: z.array(
    z.object({
      fingerprint: z.string(),
      verdict: verdictSchema,
      story: z.string().optional(),
      joined: joinedSchema.optional(),
    }),
  ),
  alerts: z.array(
    z.discriminatedUnion('about', [
      z.object({ about: z.literal('finding'), ...planned }),
      z.object({ about: z.literal('values'), values: z.array(z.string()), ...planned }),
      z.object({ about: z.literal('story'), channel: z.string(), ...planned }),
      z.object({ about: z.literal('climb'), channel: z.string(), from: z.enum(SEVERITIES), ...planned }),
    ]),
  ),
}) satisfies z.ZodType<Decision>;

const partSchema = z
  .object({
    watchId: z.string(),
    key: z.string(),
    foundAt: z.number(),
    expiresAt: z.number(),
    /** Fingerprints, and when the service indexed each: the names of fields would double the item. */
    found: z.array(z.tuple([z.string(), z.number()])),
    decided: decisionSchema.optional(),
  })
  .transform(
    ({ found, ...part }): Part => ({
      ...part,
      found: found.map(([fingerprint, indexedAt]) => ({ fingerprint, indexedAt })),
    }),
  );

export function partItem({ found, ...part }: Part): Item {
  return {
    ...keyOfPart(part.watchId, part.key),
    ...part,
    found: found.map(({ fingerprint, indexedAt }) => [fingerprint, indexedAt]),
    ...expiry(part.expiresAt),
  };
}

function keyOfPart(watchId: string, key: string): Key {
  return { pk: watchPartition(watchId), sk: `${PART_PREFIX}${key}` };
}

export function readPart(table: Table, watchId: string, key: string): Promise<Part | undefined> {
  return table.get(keyOfPart(watchId, key), partSchema);
}

/** Parts by their watches and keys, in any order. What was written in the last moments may be missing with `lag`. */
export function readParts(
  table: Table,
  parts: readonly { watchId: string; key: string }[],
  how: { lag?: boolean } = {},
): Promise<Part[]> {
  const keys = new Map(parts.map(({ watchId, key }) => [`${watchId} ${key}`, keyOfPart(watchId, key)]));
  return table.getMany([...keys.values()], partSchema, how);
}

/** The parts of a watch of a span, in ISO 8601 times or beginnings of them. */
export interface PartsQuery {
  from: string;
  /** With all keys that begin so. */
  upTo: string;
}

/** The parts of a span, in the order of time, page by page. */
export function pagesOfParts(
  table: Table,
  watchId: string,
  span: PartsQuery,
): AsyncGenerator<Part[], void, undefined> {
  return table.pages(queryOf(watchId, span), partSchema);
}

/** The same, the latest first, as many at a time as hold `atOnce` findings: most parts are small. */
export async function* latestParts(
  table: Table,
  watchId: string,
  { from, upTo, atOnce }: PartsQuery & { atOnce: number },
): AsyncGenerator<Part[], void, undefined> {
  // The last of a page comes again with the next.
  const limit = Math.min(atOnce, PARTS_AT_ONCE) + 2;
  for (let last: string | undefined; ; ) {
    const query = { ...queryOf(watchId, { from, upTo: last ?? upTo }), limit, newestFirst: true };
    const page = await table.query(query, partSchema);
    yield page.filter(({ key }) => key !== last);
    last = page.at(-1)?.key;
    if (last === undefined || page.length < limit) return;
  }
}

const PARTS_AT_ONCE = 30;

/**
 * Parts in their order, again in pages: each has `atOnce` findings and a few more, or is the last. The parts of one instant are in one
 * page, since the order of their findings is not theirs.
 */
export async function* partsAtOnce(
  pages: AsyncIterable<readonly Part[]>,
  atOnce: number,
): AsyncGenerator<Part[], void, undefined> {
  let page: Part[] = [];
  let size = 0;
  for await (const parts of pages)
    for (const part of parts) {
      if (size >= atOnce && part.foundAt !== page.at(-1)?.foundAt) {
        yield page;
        [page, size] = [[], 0];
      }
      page.push(part);
      size += part.found.length;
    }
  if (page.length > 0) yield page;
}

function queryOf(watchId: string, { from, upTo }: PartsQuery): Query {
  return {
    partition: watchPartition(watchId),
    from: `${PART_PREFIX}${from}`,
    upTo: `${PART_PREFIX}${upTo}~`,
  };
}
