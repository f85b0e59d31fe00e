import * as z from 'zod';
import type { ReportPlan } from '../../domain/reports/report-plan.ts';
import type { ReportRecord } from '../../domain/reports/report-record.ts';

// Schemas of stored reports.

const namedSchema = z.object({ id: z.string(), names: z.array(z.string()) });

/** A report with every default filled in, as payload and as stored. */
export const reportPlanSchema = z.object({
  id: z.string(),
  brand: namedSchema.extend({ exclude: z.array(z.string()), competitors: z.array(namedSchema) }),
  schedule: z.string(),
  timezone: z.string(),
  days: z.number(),
  channel: z.string(),
  look: z.object({ title: z.string(), colour: z.string().optional(), logo: z.string().optional() }),
  disabled: z.literal(true).optional(),
}) satisfies z.ZodType<ReportPlan>;

const instant = z.number();

/** A written report. */
export const reportRecordSchema = z.object({
  id: z.string(),
  reportId: z.string(),
  brand: z.string(),
  title: z.string(),
  period: z.object({ first: z.string(), last: z.string(), timezone: z.string() }),
  headline: z.string(),
  madeAt: instant,
  expiresAt: instant,
}) satisfies z.ZodType<ReportRecord>;

/** The counts of names in a span, as the service gave them. */
export const storedCountsSchema = z.object({
  window: z.object({ from: instant, to: instant }),
  articles: z.record(z.string(), z.number()),
  calls: z.number(),
  expiresAt: instant,
});
