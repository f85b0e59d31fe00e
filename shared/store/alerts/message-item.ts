import * as z from 'zod';
import type { Delivery, Message } from '../../domain/alerts/message.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { packed, packedSchema } from '../long-text.ts';

// How messages, and what became of them, are stored.

const instant = z.number();
const text = z.string();

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

/** A message as it is stored, in two indexes as well: its texts are one attribute. */
export function messageFields(message: Message): object {
  return { ...message, texts: packed(message.texts) };
}

export const storedMessageSchema = z.object({
  message: z.looseObject({ texts: packedSchema }).pipe(messageSchema),
  delivery: deliverySchema,
});
