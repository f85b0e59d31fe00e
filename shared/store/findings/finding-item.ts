import * as z from 'zod';
import { type AlertItem, SHOWN_OF_FINDING } from '../../domain/alerts/alert.ts';
import {
  ARTICLE_MARKS,
  type Discovery,
  type Finding,
  type Joined,
  PUBLISHED_PRECISIONS,
  SILENT_REASONS,
  type StoredFinding,
  type Verdict,
} from '../../domain/findings/finding.ts';
import { SERVICES } from '../../domain/lib/errors.ts';
import { UNSEARCHED } from '../../domain/pages/search-match.ts';
import { TRACKS } from '../../domain/watches/watch.ts';
import { deflated, longTextSchema } from '../long-text.ts';

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
export const serviceSchema = z.enum([...SERVICES, 'feeds']);

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
});

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
  signature: z.string().optional(),
  embedding: z.string().optional(),
  articles: z.array(z.object({ title: z.string(), link: z.string().optional(), ...publication })).optional(),
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
}) satisfies z.ZodType<Finding>;

/** What an alert shows of a finding. */
export const alertItemSchema = findingSchema
  .pick(SHOWN_OF_FINDING)
  .extend({ tags: z.record(z.string(), z.string()).optional() }) satisfies z.ZodType<AlertItem>;

export const verdictSchema = z.union([
  z.object({ notified: z.string() }),
  z.object({ silent: z.enum(SILENT_REASONS) }),
]) satisfies z.ZodType<Verdict>;

export const joinedSchema = z.union([
  z.object({ by: z.enum(['group', 'copy', 'headline']) }),
  z.object({
    by: z.literal('words'),
    words: z.array(z.string()),
    texts: z.array(z.string()).optional(),
    cosine: z.number().optional(),
    odds: z.number().optional(),
  }),
]) satisfies z.ZodType<Joined>;

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
