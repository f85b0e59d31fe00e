import * as z from 'zod';
import type { Alert } from '../../domain/alerts/alert.ts';
import { HOLD_REASONS, type AlertState } from '../../domain/alerts/alert-state.ts';
import { SHOWN_OF_FINDING, type AlertItem } from '../../domain/alerts/alert-item.ts';
import {
  ARTICLE_MARKS,
  SILENT_REASONS,
  type Finding,
  type StoredFinding,
  type Verdict,
} from '../../domain/findings/finding.ts';
import type { FindingChange } from '../../domain/findings/finding-change.ts';
import { heartbeatSchema } from './stored-heartbeat.ts';
import { DETECTION_POLICIES } from '../../domain/policies/registry.ts';
import type { Discovery } from '../../domain/findings/discovery.ts';
import { SEVERITIES, TRACKS } from '../../domain/watches/watch.ts';
import { INCIDENT_KINDS } from '../../domain/incidents/incident.ts';
import { findingEntitySchema, languageLayer, publication, serviceSchema } from './finding-entity.ts';
import { UNSEARCHED } from '../../domain/pages/search/unsearched.ts';
import { watchRuleSchema } from './definitions.ts';
import { storedNames } from './stored-names.ts';
import { joinedSchema, storySummarySchema } from './stored-story.ts';
import { factChangeSchema, detectionSchema, raisedSchema } from './stored-detection.ts';

// Schemas of stored items. Every read is parsed by one of them.

const instant = z.number();

const outletSchema = z.object({
  domain: z.string(),
  name: z.string().optional(),
  country: z.string().optional(),
  rank: z.number().optional(),
});

const FINDING = storedNames({ contentHash: 'contentDigest' });

const findingFields = z.object({
  fingerprint: z.string(),
  service: serviceSchema,
  type: z.enum(['article', 'event', 'record']),
  indexedAt: instant,
  ...publication,
  title: z.string(),
  link: z.string().optional(),
  outlet: outletSchema.optional(),
  authors: z.array(z.string()),
  language: z.string().optional(),
  sentiment: z.object({ title: z.number().optional(), content: z.number().optional() }).optional(),
  snippet: z.string(),
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
  entities: z.array(findingEntitySchema).optional(),
  companies: z.array(z.string()).optional(),
  marks: z.array(z.enum(ARTICLE_MARKS)).optional(),
  ...languageLayer,
}) satisfies z.ZodType<Finding>;

const findingSchema = FINDING.reading(findingFields);

const VERDICT = storedNames({ notified: 'told' });

const verdictSchema = z.union([
  VERDICT.reading(z.object({ notified: z.string() })),
  z.object({ silent: z.enum(SILENT_REASONS) }),
]) satisfies z.ZodType<Verdict>;

const findingChangeSchema = z.object({
  at: instant,
  facts: z.array(factChangeSchema),
}) satisfies z.ZodType<FindingChange>;

const discoverySchema = z.object({
  run: z.object({
    id: z.string(),
    track: z.enum(TRACKS),
    scheduledFor: instant.optional(),
  }),
  window: z.object({ from: instant, to: instant }).optional(),
  requestId: z.string().optional(),
  hits: z.number().optional(),
  late: z.literal(true).optional(),
  lookedBack: z.literal(true).optional(),
}) satisfies z.ZodType<Discovery>;

const storedFields = z.object({
  watchId: z.string(),
  finding: findingSchema,
  foundAt: instant,
  expiresAt: instant,
  discovery: discoverySchema.optional(),
  story: z.string().optional(),
  joined: joinedSchema.optional(),
  verdict: verdictSchema.optional(),
  planned: verdictSchema.optional(),
  changedAt: instant.optional(),
  changes: z.array(findingChangeSchema).optional(),
  awaited: z.array(z.object({ before: instant, facts: z.array(factChangeSchema) })).optional(),
});

/** A verdict that was planned is read as the verdict, unless another one was recorded since. */
export const storedFindingSchema = storedFields.transform((read): StoredFinding => {
  if (!read.planned) return read;
  const { planned, ...found } = read;
  return found.verdict ? found : { ...found, verdict: planned, isPlanned: true };
});

/** The attributes of a stored finding that a search compares or shows: all that are needed to read it as one, and some more. */
export const SEARCHED_FINDING = [
  'watchId',
  'foundAt',
  'expiresAt',
  'story',
  ...Object.keys(findingFields.omit(UNSEARCHED).shape).map((name) => `finding.${name}`),
];

/** A finding as it is stored. Versions before do not know `planned`: in a part that has not ended they judge it themselves. */
export function storedFinding({ verdict, isPlanned, ...found }: StoredFinding) {
  const stored = verdict && storedVerdict(verdict);
  return { ...storedContent(found), ...(isPlanned ? { planned: stored } : { verdict: stored }) };
}

/** An object with a finding, such as a revision, as it is stored. */
export function storedContent<T extends { finding: Finding }>({ finding, ...rest }: T) {
  return { ...rest, finding: FINDING.stored(finding) };
}

/** A verdict as it is stored. */
export function storedVerdict(verdict: Verdict) {
  return VERDICT.stored(verdict);
}

const alertItemSchema = findingFields
  .pick(SHOWN_OF_FINDING)
  .extend({ tags: z.record(z.string(), z.string()).optional() }) satisfies z.ZodType<AlertItem>;

export const alertSchema = z.object({
  id: z.string(),
  channel: z.string(),
  lanes: z.array(z.string()).optional(),
  occasion: z.discriminatedUnion('type', [
    z.object({ type: z.enum(['finding', 'story']) }),
    z.object({ type: z.enum(DETECTION_POLICIES), ...detectionSchema.shape }),
    z.object({
      type: z.literal('base'),
      found: z.number(),
      window: z.object({ from: instant, to: instant }),
    }),
    z.object({
      type: z.literal('trouble'),
      trouble: z.enum(INCIDENT_KINDS),
      cured: z.boolean(),
      text: z.string(),
      reminder: z.number().optional(),
    }),
    z.object({
      type: z.literal('report'),
      reportId: z.string(),
      title: z.string(),
      first: z.string(),
      last: z.string(),
      body: z.string(),
    }),
    z.object({ type: z.literal('life-sign'), ...heartbeatSchema.shape }),
  ]),
  severity: z.enum(SEVERITIES),
  raised: raisedSchema.optional(),
  watchId: z.string().optional(),
  watchVersion: z.string().optional(),
  watchKind: z.string().optional(),
  brand: z.string().optional(),
  brandName: z.string().optional(),
  createdAt: instant,
  expiresAt: instant,
  items: z.array(alertItemSchema),
  discovery: discoverySchema.optional(),
  timezone: z.string().optional(),
  rule: watchRuleSchema.optional(),
  story: storySummarySchema.optional(),
}) satisfies z.ZodType<Alert>;

export const alertStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending'), dueAt: instant, heldFor: z.enum(HOLD_REASONS).optional() }),
  z.object({ state: z.literal('told'), messageId: z.string() }),
  z.object({ state: z.literal('silenced'), silenceId: z.string(), reason: z.string() }),
  z.object({
    state: z.literal('dropped'),
    reason: z.string(),
    joinedTo: z.object({ alertId: z.string(), watchId: z.string(), messageId: z.string() }).optional(),
  }),
]) satisfies z.ZodType<AlertState>;
