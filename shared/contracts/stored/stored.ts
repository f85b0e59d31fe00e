import * as z from 'zod';
import { type AlertState, HOLD_REASONS } from '../../domain/alerts/alert-state.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import type { Delivery, Message } from '../../domain/alerts/message.ts';
import { INCIDENT_KINDS } from '../../domain/incidents/incident.ts';
import { DETECTION_POLICIES } from '../../domain/policies/registry.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { alertItemSchema, discoverySchema } from '../../store/findings/finding-item.ts';
import { watchRuleSchema } from './definitions.ts';
import { detectionSchema, raisedSchema } from './stored-detection.ts';
import { heartbeatSchema } from './stored-heartbeat.ts';
import { storedNames } from './stored-names.ts';
import { storySummarySchema } from './stored-story.ts';

// Schemas of stored items. Every read is parsed by one of them.

const instant = z.number();
const text = z.string();

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

export const messageSchema = z.object({
  id: z.string(),
  channel: z.string(),
  alertIds: z.array(z.string()),
  unlisted: z.array(z.string()).optional(),
  listed: z.object({ sms: z.number().optional(), json: z.number().optional() }).optional(),
  severity: z.enum(SEVERITIES),
  isOrdered: z.literal(true).optional(),
  covered: z.array(z.object({ id: z.string(), by: z.string(), watchId: z.string() })).optional(),
  texts: z.object({ subject: text, email: text, sms: text.optional(), json: text, body: text.optional() }),
  sms: z.object({ parts: z.number(), numbers: z.number(), cost: z.number().optional() }).optional(),
  attributes: z.record(z.string(), z.string()),
  first: z.object({ indexedAt: instant, alertedAt: instant }).optional(),
  createdAt: instant,
  expiresAt: instant,
}) satisfies z.ZodType<Message>;

export const deliverySchema = z.object({
  state: z.enum(['pending', 'claimed', 'accepted', 'unsure', 'failed', 'dead']),
  tries: z.number(),
  retryAt: instant,
  snsMessageId: z.string().optional(),
  acceptedAt: instant.optional(),
  error: z.string().optional(),
}) satisfies z.ZodType<Delivery>;
