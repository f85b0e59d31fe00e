import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { parseAs, parseJson } from '../contracts/parse-as.ts';
import { inParallel } from '../domain/lib/in-parallel.ts';
import type { ReportRecord } from '../domain/reports/report-record.ts';
import type { DayRollup, Example, RollupMark, RollUpScope } from '../domain/reports/day-rollup.ts';
import type { Instant } from '../domain/time/instant.ts';
import { expiry, type Key, type Table } from './table.ts';

const WRITTEN = 'WRITTEN';

const reportRecordSchema = z.object({
  id: z.string(),
  reportId: z.string(),
  brand: z.string(),
  title: z.string(),
  period: z.object({ first: z.string(), last: z.string(), timezone: z.string() }),
  headline: z.string(),
  madeAt: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<ReportRecord>;

/** Reports that were written, by id. In the index of time they are sorted by the last day of their period. */
export function reportRecordsIn(table: Table) {
  return {
    /** Puts a record, or replaces the one of the same report and period. */
    put: (record: ReportRecord): Promise<void> =>
      table.put({
        ...reportRecordKey(record.id),
        ...record,
        ...expiry(record.expiresAt),
        timePk: WRITTEN,
        timeSk: `${record.period.last}#${record.period.first}#${record.reportId}`,
      }),

    get: (id: string): Promise<ReportRecord | undefined> =>
      table.get(reportRecordKey(id), reportRecordSchema),

    /** The latest reports by their last day, newest first. */
    latest: (limit: number): Promise<ReportRecord[]> =>
      table.query({ index: 'time', partition: WRITTEN, limit, newestFirst: true }, reportRecordSchema),
  };
}

export function reportRecordKey(id: string): Key {
  return { pk: `REPORT#${id}`, sk: 'REPORT' };
}

const countsSchema = z.object({
  window: z.object({ from: z.number(), to: z.number() }),
  /** By the id of the name. */
  articles: z.record(z.string(), z.number()),
  calls: z.number(),
  expiresAt: z.number(),
});

/** The counts of names in a span, as the service gave them. */
export type StoredCounts = z.output<typeof countsSchema>;

/** What the service counted for a report, by name. It is stored, and queried once. */
export function nameCountsIn(table: Table) {
  const keyOf = (key: string): Key => ({ pk: `COUNTS#${key}`, sk: 'COUNTS' });
  return {
    get: (key: string): Promise<StoredCounts | undefined> => table.get(keyOf(key), countsSchema),
    put: (key: string, counts: StoredCounts): Promise<void> =>
      table.put({ ...keyOf(key), ...counts, ...expiry(counts.expiresAt) }),
  };
}

const numbersSchema = z.record(z.string(), z.number());

const sentimentSumSchema = z.object({
  count: z.number(),
  sum: z.number(),
  negative: z.number(),
  positive: z.number(),
});

const exampleSchema = z.object({
  fingerprint: z.string(),
  watchId: z.string(),
  type: z.enum(['article', 'event', 'record']),
  at: z.number(),
  title: z.string(),
  english: z.string().optional(),
  link: z.string().optional(),
  domain: z.string().optional(),
  rank: z.number().optional(),
  country: z.string().optional(),
  author: z.string().optional(),
  coauthors: z.array(z.string()).optional(),
  mood: z.number().optional(),
  story: z.string(),
}) satisfies z.ZodType<Example>;

const titledSchema = z.object({
  fingerprint: z.string(),
  at: z.number(),
  title: z.string(),
  english: z.string().optional(),
  link: z.string().optional(),
});

/** The rollup of a day. */
export const dayRollupSchema = z.object({
  articles: z.number(),
  events: z.number(),
  records: z.number(),
  excluded: z.number(),
  mood: sentimentSumSchema,
  reach: z.array(z.number()),
  outlets: z.record(
    z.string(),
    z.object({
      count: z.number(),
      mood: sentimentSumSchema,
      name: z.string().optional(),
      country: z.string().optional(),
      rank: z.number().optional(),
    }),
  ),
  authors: numbersSchema,
  countries: numbersSchema,
  languages: numbersSchema,
  topics: z.record(z.string(), numbersSchema).optional(),
  stories: numbersSchema,
  large: z.record(
    z.string(),
    z.object({
      count: z.number(),
      mood: sentimentSumSchema,
      first: exampleSchema,
      central: titledSchema.optional(),
      outlets: z.array(z.string()),
      quote: z
        .object({ text: z.string(), domain: z.string().optional(), rank: z.number().optional() })
        .optional(),
    }),
  ),
  examples: z.array(exampleSchema),
  items: z.array(exampleSchema),
}) satisfies z.ZodType<DayRollup>;

const markSchema = z.object({
  foundDay: z.string(),
  watches: z.array(z.string()),
  days: z.array(z.string()),
}) satisfies z.ZodType<RollupMark>;

/** A part of a rollup: its JSON, deflated and split into items that fit the table. */
const partSchema = z.object({
  day: z.string(),
  foundDay: z.string(),
  part: z.number(),
  parts: z.number(),
  bytes: z.instanceof(Uint8Array),
});

type Part = z.output<typeof partSchema>;

/** The rollup of one day of a zone, from what was found on one UTC day. */
export interface KeyedRollup {
  day: string;
  foundDay: string;
  rollup: DayRollup;
}

/** DynamoDB stores at most 400 KB per item, its keys included. */
const PART_BYTES = 350_000;
const ROLLUP = 'ROLLUP#';
const MARK = 'ROLLED-UP#';

/**
 * The totals of findings by day: rollups of a brand, by the day of the events and then by the day found, and the marks
 * of the days that are rolled up. A rollup is put once for each day on which findings were found, after that day has
 * ended; what is found later about an earlier day gets a rollup of its own, so that no rollup has to grow.
 */
export function rollupsIn(table: Table) {
  return {
    /** Days of finding, from one to the other, that are rolled up. */
    marks: (scope: RollUpScope, { from, to }: { from: string; to: string }): Promise<RollupMark[]> =>
      table.query({ partition: rollupsPartition(scope), from: MARK + from, upTo: MARK + to }, markSchema),

    async mark(scope: RollUpScope, mark: RollupMark, expiresAt: Instant): Promise<void> {
      await table.put({ ...rollupMarkKey(scope, mark.foundDay), ...mark, ...expiry(expiresAt) });
    },

    /** Puts a rollup, or replaces it. It may weigh megabytes. */
    async put(scope: RollUpScope, { day, foundDay, rollup }: KeyedRollup, expiresAt: Instant): Promise<void> {
      const parts = cut(deflateRawSync(JSON.stringify(rollup)));
      const items = parts.map((bytes, part) => ({
        ...partKey(scope, { day, foundDay, part }),
        day,
        foundDay,
        part,
        parts: parts.length,
        bytes,
        ...expiry(expiresAt),
      }));
      await inParallel(items, (item) => table.put(item));
    },

    async remove(
      scope: RollUpScope,
      { day, foundDay }: Pick<KeyedRollup, 'day' | 'foundDay'>,
    ): Promise<void> {
      const query = { partition: rollupsPartition(scope), prefix: `${ROLLUP}${day}#${foundDay}#` };
      const keys = await table.query({ ...query, fields: ['part'] }, partSchema.pick({ part: true }));
      await inParallel(keys, ({ part }) => table.remove(partKey(scope, { day, foundDay, part })));
    },

    /** The rollups of the days from the first to the last, one at a time: no two are in memory at once. */
    async *read(
      scope: RollUpScope,
      { first, last }: { first: string; last: string },
    ): AsyncIterable<KeyedRollup> {
      const query = { partition: rollupsPartition(scope), from: ROLLUP + first, upTo: `${ROLLUP}${last}#~` };
      let parts: Part[] = [];
      for await (const page of table.pages(query, partSchema)) {
        for (const part of page) {
          parts = part.part === 0 ? [part] : [...parts, part];
          if (parts.length === part.parts && areOneRollup(parts)) yield whole(parts);
        }
      }
    },
  };
}

/**
 * Whether these are the parts of one rollup. When a smaller rollup replaces a larger one, old parts remain behind its
 * last.
 */
function areOneRollup(parts: readonly Part[]): boolean {
  const [head] = parts;
  return parts.every(
    ({ day, foundDay, part, parts: count }, index) =>
      day === head?.day && foundDay === head.foundDay && part === index && count === parts.length,
  );
}

function whole(parts: readonly Part[]): KeyedRollup {
  const [{ day, foundDay } = { day: '', foundDay: '' }] = parts;
  const text = inflateRawSync(Buffer.concat(parts.map(({ bytes }) => bytes))).toString('utf8');
  return { day, foundDay, rollup: parseAs(dayRollupSchema, parseJson(text)) };
}

function cut(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / PART_BYTES);
  return Array.from({ length: count }, (_, part) =>
    bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
}

/** The partition of the rollups of a scope, and of their marks. */
export function rollupsPartition({ brand, timezone }: RollUpScope): string {
  return `ROLLUPS#${brand}#${timezone}`;
}

export function rollupMarkKey(scope: RollUpScope, foundDay: string): Key {
  return { pk: rollupsPartition(scope), sk: MARK + foundDay };
}

function partKey(
  scope: RollUpScope,
  { day, foundDay, part }: { day: string; foundDay: string; part: number },
): Key {
  return { pk: rollupsPartition(scope), sk: `${ROLLUP}${day}#${foundDay}#${String(part).padStart(3, '0')}` };
}
