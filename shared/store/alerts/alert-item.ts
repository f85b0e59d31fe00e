import * as z from 'zod';
import { watchRuleSchema } from '../../contracts/stored/definitions.ts';
import { detectionSchema, raisedSchema } from '../../contracts/stored/stored-detection.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { type AlertState, HOLD_REASONS } from '../../domain/alerts/alert-state.ts';
import type { Heartbeat } from '../../domain/alerts/heartbeat.ts';
import { INCIDENT_KINDS } from '../../domain/incidents/incident.ts';
import { DETECTION_POLICIES } from '../../domain/policies/registry.ts';
import type { StorySummary } from '../../domain/stories/story.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { alertItemSchema, discoverySchema } from '../findings/finding-item.ts';
import { packed, packedSchema } from '../long-text.ts';

// How alerts are stored.

const instant = z.number();

const heartbeatSchema = z.object({
  since: z.number(),
  until: z.number(),
  watches: z.number(),
  due: z.number(),
  checked: z.number(),
  behind: z.array(z.object({ watchId: z.string(), due: z.number(), checked: z.number() })),
}) satisfies z.ZodType<Heartbeat>;

const siblingSchema = z.object({
  title: z.string(),
  link: z.string().optional(),
  domain: z.string().optional(),
});

/** What an alert holds of its story. */
const storySummarySchema = z.object({
  id: z.string(),
  articles: z.number(),
  outlets: z.number(),
  countries: z.number(),
  bestRank: z.number().optional(),
  sentiment: z.number().optional(),
  silent: z
    .object({
      count: z.number(),
      shown: z.array(siblingSchema),
    })
    .optional(),
  others: z.array(siblingSchema).optional(),
}) satisfies z.ZodType<StorySummary>;

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
  watches: z.array(z.string()).optional(),
  space: z.string().optional(),
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

/** An alert as it is stored, in two indexes as well: its items and its story are one attribute. */
export function alertFields({ items, story, ...alert }: Alert): object {
  return { ...alert, about: packed({ items, story }) };
}

export const storedAlertSchema = z.object({
  alert: z
    .looseObject({ about: packedSchema.pipe(z.looseObject({})) })
    .transform(({ about, ...alert }) => ({ ...alert, ...about }))
    .pipe(alertSchema),
  state: alertStateSchema,
});
