import * as z from 'zod';
import type { Matchers, Silence, SilenceOrder } from '../../domain/channels/silence.ts';
import { READER_ACTIONS, type ReaderAction } from '../../domain/pages/reader-action.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';

const texts = z.array(z.string().min(1).max(200)).min(1).max(100);

/** The matchers of a silence. */
export const matchersSchema = z.strictObject({
  watch: texts.optional(),
  brand: texts.optional(),
  channel: texts.optional(),
  severity: z.array(z.enum(SEVERITIES)).min(1).optional(),
  domain: texts.optional(),
  words: texts.optional(),
  story: texts.optional(),
}) satisfies z.ZodType<Matchers>;

/** The order of a silence. Without a matcher it would mute everything. */
export const silenceOrderSchema = z.object({
  matchers: matchersSchema.refine((matchers) => Object.keys(matchers).length > 0, 'at least one matcher'),
  owner: z.string().min(1).max(200),
  reason: z.string().min(1).max(1_000),
  endsAt: z.number(),
}) satisfies z.ZodType<SilenceOrder>;

/** A stored silence. */
export const silenceSchema = z.object({
  ...silenceOrderSchema.shape,
  id: z.string(),
  startsAt: z.number(),
}) satisfies z.ZodType<Silence>;

/** What a reader did about an alert, as it is stored. It holds no text from the news. */
export const readerActionSchema = z.object({
  kind: z.enum(READER_ACTIONS),
  watchId: z.string(),
  alertId: z.string(),
  lane: z.string(),
  story: z.string().optional(),
  domain: z.string().optional(),
  at: z.number(),
  silenceId: z.string().optional(),
  mutedUntil: z.number().optional(),
  undoneAt: z.number().optional(),
  expiresAt: z.number(),
}) satisfies z.ZodType<ReaderAction>;
