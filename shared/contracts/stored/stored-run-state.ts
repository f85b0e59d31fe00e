import * as z from 'zod';
import type { MonthCounters } from '../../domain/runs/run-state.ts';
import { type AllowedRate, TRACKS } from '../../domain/watches/watch.ts';

const instant = z.number();

const countersSchema = z.object({
  month: z.string(),
  calls: z.number(),
  runs: z.number(),
  quietWindows: z.number(),
  found: z.number(),
  skipped: z.number().optional(),
  jobs: z.number().optional(),
  credits: z.number().optional(),
  slotMinutes: z.number().optional(),
  monitorRuns: z.array(z.string()).optional(),
}) satisfies z.ZodType<MonthCounters>;

const allowedRateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('slowed'), interval: z.number(), reason: z.string(), until: instant }),
  z.object({ state: z.literal('paused'), reason: z.string(), until: instant }),
]) satisfies z.ZodType<AllowedRate>;

/** A state item without its keys and its lease. What was never written is absent. */
export const runStateSchema = z.object({
  watchId: z.string(),
  track: z.enum(TRACKS),
  fence: z.number(),
  releasedFence: z.number().optional(),
  version: z.string().optional(),
  coveredFrom: instant.optional(),
  coveredUntil: instant.optional(),
  baseUntil: instant.optional(),
  baseFound: z.number().default(0),
  openWindow: instant.optional(),
  openSince: instant.optional(),
  withdrawnUntil: instant.optional(),
  recountedOn: z.string().optional(),
  failures: z.number().default(0),
  lastRunAt: instant.optional(),
  lastError: z.string().optional(),
  lastJob: z.string().optional(),
  rate: allowedRateSchema.optional(),
  skipped: z.object({ at: instant, reason: z.string() }).optional(),
  incidents: z.array(z.string()).default([]),
  counters: countersSchema.default({ month: '', calls: 0, runs: 0, quietWindows: 0, found: 0 }),
});
