import * as z from 'zod';
import type { Settings } from '../../domain/policies/parameter.ts';
import type { Raised } from '../../domain/alerts/alert.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import type { Detection } from '../../domain/policies/policy.ts';

const counts = z.object({ articles: z.number(), stories: z.number().optional() });

/** A changed fact. */
export const factChangeSchema = z.object({
  name: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
});

/** What a policy detected. */
export const detectionSchema = z.object({
  text: z.string(),
  short: z.string().optional(),
  period: z.object({ from: z.number(), to: z.number() }).optional(),
  seen: counts.optional(),
  expected: counts.optional(),
  figures: z.record(z.string(), z.number()).optional(),
  changes: z.array(factChangeSchema).optional(),
}) satisfies z.ZodType<Detection>;

/** The settings of a watch's policy. */
export const settingsSchema = z.record(
  z.string(),
  z.union([z.number(), z.string(), z.array(z.string())]),
) satisfies z.ZodType<Settings>;

/** How a story came to a higher severity. */
export const raisedSchema = z.object({
  from: z.enum(SEVERITIES),
  by: z.array(z.object({ name: z.string(), value: z.union([z.number(), z.string()]) })),
  after: z.array(z.string()).optional(),
}) satisfies z.ZodType<Raised>;
