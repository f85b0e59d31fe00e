import * as z from 'zod';
import type { AlertItem } from '../../domain/alerts/alert.ts';
import type { Decision, Part } from '../../domain/alerts/decision.ts';
import {
  ARTICLE_MARKS,
  type Discovery,
  type Finding,
  PUBLISHED_PRECISIONS,
  SILENT_REASONS,
  type StoredFinding,
  type Verdict,
  SHOWN_OF_FINDING,
} from '../../domain/findings/finding.ts';
import type { Joined, Judgement, Newness } from '../../domain/findings/newness.ts';
import { POLLED, SERVICES } from '../../domain/lib/errors.ts';
import { UNSEARCHED } from '../../domain/pages/search-match.ts';
import { SEVERITIES, TRACKS } from '../../domain/watches/watch.ts';
import { deflated, expiry, type Item, type Key, longTextSchema, type Query, type Table } from '../table.ts';

/** A changed fact. */
export const factChangeSchema = z.object({
  name: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
});

// How findings, and what alerts show of them, are stored.

const instant = z.number();
const names = z.array(z.string()).optional();

/** What a finding, an item or a budget comes from. */
export const serviceSchema = z.enum([...SERVICES, ...POLLED]);

const publication = {
  publishedAt: instant.optional(),
  publishedPrecision: z.enum(PUBLISHED_PRECISIONS).optional(),
};

const entitySchema = z.object({
  name: z.string(),
  key: z.string().optional(),
  score: z.number().optional(),
  relation: z.string().optional(),
  role: z.string().optional(),
  website: z.string().optional(),
  people: names,
});

const articlesSchema = z
  .array(z.object({ title: z.string(), link: z.string().optional(), ...publication }))
  .optional();

const findingSchema = z.object({
  fingerprint: z.string(),
  service: serviceSchema,
  type: z.enum(['article', 'event', 'record']),
  indexedAt: instant,
  ...publication,
  title: z.string(),
  link: z.string().optional(),
  outlet: z
    .object({
      domain: z.string(),
      name: z.string().optional(),
      country: z.string().optional(),
      rank: z.number().optional(),
    })
    .optional(),
  authors: z.array(z.string()),
  language: z.string().optional(),
  sentiment: z.object({ title: z.number().optional(), content: z.number().optional() }).optional(),
  snippet: longTextSchema,
  matched: z.array(z.string()),
  excludedBy: z.string().optional(),
  duplicateGroup: z.string().optional(),
  copies: z.array(z.string()).optional(),
  embedding: z.string().optional(),
  articles: articlesSchema,
  articleCount: z.number().optional(),
  contentHash: z.string().optional(),
  hashWithoutCompanies: z.string().optional(),
  facts: z.record(z.string(), z.string()).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  entities: z.array(entitySchema).optional(),
  companies: z.array(z.string()).optional(),
  marks: z.array(z.enum(ARTICLE_MARKS)).optional(),
  summary: z.string().optional(),
  translation: z.object({ title: z.string().optional(), text: z.string().optional() }).optional(),
  themes: names,
  people: names,
  places: names,
  iptcTags: names,
  iptcCodes: names,
  iabTags: names,
  customTags: names,
  updatedAt: instant.optional(),
  image: z.string().optional(),
  archive: z.literal(true).optional(),
  robotsCompliant: z.boolean().optional(),
  similar: articlesSchema,
}) satisfies z.ZodType<Finding>;

/** What an alert shows of a finding. */
export const alertItemSchema = findingSchema
  .pick(SHOWN_OF_FINDING)
  .extend({ tags: z.record(z.string(), z.string()).optional() }) satisfies z.ZodType<AlertItem>;

const verdictSchema = z.union([
  z.object({ notified: z.string() }),
  z.object({ silent: z.enum(SILENT_REASONS) }),
]) satisfies z.ZodType<Verdict>;

const joinedSchema = z.union([
  z.object({ by: z.enum(['group', 'copy']) }),
  z.object({
    by: z.literal('words'),
    words: z.array(z.object({ word: z.string(), weight: z.number() })),
    likeness: z.number(),
  }),
]) satisfies z.ZodType<Joined>;

const newnessSchema = z.union([
  z.object({
    is: z.enum(['development', 'unconfirmed']),
    fresh: z.array(z.string()),
    confirmedBy: z.array(z.string()).optional(),
  }),
  z.object({ is: z.literal('repeat'), because: z.enum(['headline', 'moment', 'facts']) }),
  z.object({ is: z.literal('quiet'), form: z.string() }),
]) satisfies z.ZodType<Newness>;

export const judgementSchema = z.object({
  relevant: z.boolean(),
  reason: z.string(),
  raise: z.object({ when: z.string(), sentence: z.string() }).optional(),
  summary: z.string().optional(),
  model: z.string(),
  version: z.string(),
  tokens: z.number(),
  shadow: z.literal(true).optional(),
}) satisfies z.ZodType<Judgement>;

export const discoverySchema = z.object({
  run: z.object({ id: z.string(), track: z.enum(TRACKS), scheduledFor: instant.optional() }),
  window: z.object({ from: instant, to: instant }).optional(),
  requestId: z.string().optional(),
  hits: z.number().optional(),
  late: z.literal(true).optional(),
  lookedBack: z.literal(true).optional(),
}) satisfies z.ZodType<Discovery>;

/** A finding as it is stored, without what was decided about it. */
export const findingItemSchema = z.object({
  watchId: z.string(),
  finding: findingSchema,
  foundAt: instant,
  expiresAt: instant,
  part: z.string().optional(),
  discovery: discoverySchema.optional(),
  verdict: verdictSchema.optional(),
  changedAt: instant.optional(),
  changes: z.array(z.object({ at: instant, facts: z.array(factChangeSchema) })).optional(),
  awaited: z.array(z.object({ before: instant, facts: z.array(factChangeSchema) })).optional(),
}) satisfies z.ZodType<StoredFinding>;

/** The attributes that a search compares or shows: all that are needed to read an item as a finding, and some more. */
export const SEARCHED_FINDING: readonly string[] = [
  'watchId',
  'foundAt',
  'expiresAt',
  'part',
  ...Object.keys(findingSchema.omit(UNSEARCHED).shape).map((name) => `finding.${name}`),
];

/** An object with an item that has a long text, as it is stored. */
export function withPackedText<T extends { snippet: string }>(
  item: T,
): Omit<T, 'snippet'> & { snippet: string | Uint8Array } {
  return { ...item, snippet: deflated(item.snippet) ?? item.snippet };
}

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
  later: z.literal(true).optional(),
};

const decisionSchema = z.object({
  findings: z.array(
    z.object({
      fingerprint: z.string(),
      verdict: verdictSchema,
      story: z.string().optional(),
      joined: joinedSchema.optional(),
      newness: newnessSchema.optional(),
      judged: judgementSchema.optional(),
    }),
  ),
  alerts: z.array(
    z.discriminatedUnion('about', [
      z.object({ about: z.literal('finding'), ...planned }),
      z.object({ about: z.literal('values'), values: z.array(z.string()), ...planned }),
      z.object({ about: z.literal('story'), channel: z.string(), ...planned }),
      z.object({
        about: z.literal('development'),
        channel: z.string(),
        fresh: z.array(z.string()),
        confirmedBy: z.array(z.string()),
        ...planned,
      }),
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
 * Parts in their order, again in pages: each has `atOnce` findings and a few more, or is the last. The parts of one
 * instant are in one page, since the order of their findings is not theirs.
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
