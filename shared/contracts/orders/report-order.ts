import * as z from 'zod';

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const day = z.iso.date();

/**
 * What the function that writes reports is called with: by a schedule, for the days before its slot; by the command
 * line, for any days; and by a sweep with an empty object, to roll up the days that have ended.
 */
export const reportOrderSchema = z.union([
  z.object({ reportId: z.string().min(1), scheduledFor: time }),
  z.object({
    reportId: z.string().min(1),
    period: z.object({ first: day, last: day }),
    /**
     * How long the caller waits for an answer, in milliseconds. Days that are not rolled up by then are left to the
     * next call.
     */
    patience: z.number().positive(),
  }),
  z.strictObject({}),
]);

/** What the schedule of a report sends. The scheduler replaces the placeholder by the time of the slot. */
export function scheduledReportBody(reportId: string): string {
  return JSON.stringify({ v: 1, reportId, scheduledFor: '<aws.scheduler.scheduled-time>' });
}
