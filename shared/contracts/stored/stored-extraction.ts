import * as z from 'zod';
import type { Extraction, ExtractionState } from '../../domain/extraction/extraction.ts';
import { TRACKS } from '../../domain/watches/watch.ts';
import { watchQuerySchema } from './definitions.ts';

const instant = z.number();

const EXTRACTION_STATES = [
  'waiting',
  'submitting',
  'working',
  'collecting-part',
  'late',
  'collecting',
  'continuing',
  'done',
  'failed',
  'refused',
  'abandoned',
  'removed',
] as const satisfies readonly ExtractionState[];

/** An extraction's item without its keys. */
export const extractionSchema = z.object({
  id: z.string(),
  watchId: z.string(),
  watchVersion: z.string(),
  track: z.enum(TRACKS),
  scheduledFor: instant,
  query: watchQuerySchema,
  range: z.object({ from: instant, to: instant }),
  silent: z.boolean(),
  state: z.enum(EXTRACTION_STATES),
  revision: z.number(),
  createdAt: instant,
  dueAt: instant,
  executions: z.number(),
  calls: z.number().default(0),
  sends: z.number(),
  intentAt: instant.optional(),
  sentAt: instant.optional(),
  looks: z.number(),
  busySince: instant.optional(),
  upstreamId: z.string().optional(),
  upstreamState: z.string().optional(),
  workingSince: instant.optional(),
  partAt: instant.optional(),
  page: z.number(),
  records: z.number(),
  limit: z.number().optional(),
  continueTo: z.number().optional(),
  found: z.number(),
  changed: z.number(),
  failures: z.number(),
  error: z.string().optional(),
  endedAt: instant.optional(),
  expiresAt: instant,
}) satisfies z.ZodType<Extraction>;
