import * as z from 'zod';
import type { Matchers, SilenceOrder } from '../../domain/channels/silence.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';

const texts = z.array(z.string().min(1).max(200)).min(1).max(100);

const matchersSchema = z.strictObject({
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
