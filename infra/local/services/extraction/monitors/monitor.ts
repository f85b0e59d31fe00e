import * as z from 'zod';
import { ownerSchema } from '../accounts/owner.ts';

const instant = z.number();

export const monitorSchema = z.object({
  id: z.string(),
  owner: ownerSchema,
  createdAt: instant,
  referenceJobId: z.string(),
  cron: z.string(),
  timezone: z.string(),
  /** Most records of a run; undefined: as many as the reference job. */
  limit: z.number().optional(),
  enabled: z.boolean(),
  projectId: z.string().optional(),
  /** Discovery up to here has been searched: the next run begins here. */
  coveredTo: instant,
  /** When the next run is due, while enabled. */
  nextAt: instant,
  deleted: z.boolean(),
});

/** One run of a monitor; its id is that of its job. */
export const runSchema = z.object({
  jobId: z.string(),
  monitorId: z.string(),
  startedAt: instant,
  endedAt: instant.optional(),
  to: instant,
  status: z.enum(['running', 'job_completed', 'failed']),
  /** Records of this run that no earlier one had. */
  newRecords: z.array(z.string()),
});

/** A line of the history of a monitor (extraction service, monitor status). */
export const monitorEventSchema = z.object({
  id: z.number(),
  status: z.enum(['created', 'enable', 'disable', 'scheduled', 'dump']),
  at: instant,
  run: z.object({ jobId: z.string(), from: instant, to: instant }).optional(),
  counts: z.object({ jobId: z.string(), before: z.number(), after: z.number() }).optional(),
});

export type Monitor = z.infer<typeof monitorSchema>;
export type Run = z.infer<typeof runSchema>;
export type MonitorEvent = z.infer<typeof monitorEventSchema>;
