import * as z from 'zod';
import type { ExpectedRun } from '../../domain/runs/expected-run.ts';

/** From when on a run of a watch is expected. */
export const expectedRunSchema = z.object({
  watchId: z.string(),
  timetable: z.string(),
  after: z.number(),
}) satisfies z.ZodType<ExpectedRun>;
