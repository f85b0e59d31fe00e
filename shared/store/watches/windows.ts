import * as z from 'zod';
import type { WindowRecord } from '../../domain/runs/run-state.ts';
import { DAY, type Instant, isoOf } from '../../domain/time/instant.ts';
import { contains, type Window } from '../../domain/time/window.ts';
import { expiry, type Query, queryWork, type Table } from '../table.ts';

const OPEN = 'OPEN';
/** Windows prove coverage, so they are kept as long as findings are by default. */
const KEPT = 400 * DAY;
/** Only the latest windows that begin before an instant can contain it: each run looks back 1 hour at most. */
const MOST_COVERING = 50;

const windowSchema = z.object({ from: z.number(), to: z.number() });

const windowRecordSchema = z.object({
  watchId: z.string(),
  ...windowSchema.shape,
  state: z.enum(['done', 'open']),
  cut: z.boolean(),
  missed: z.array(windowSchema).optional(),
  late: z.boolean(),
  matched: z.number(),
  found: z.number(),
  calls: z.number(),
  failures: z.number(),
  retryAt: z.number().optional(),
  openSince: z.number().optional(),
  error: z.string().optional(),
  correlationId: z.string().optional(),
  counts: z.array(z.object({ from: z.number(), count: z.number() })).optional(),
}) satisfies z.ZodType<WindowRecord>;

/** Windows that found something, came late, were cut, or are open. Open ones are in the index of work, by when they are queried again. */
export function windowsIn(table: Table) {
  const read = (watchId: string, range: Omit<Query, 'partition'>): Promise<WindowRecord[]> =>
    table.query({ partition: `WATCH#${watchId}`, ...range }, windowRecordSchema);
  return {
    async put(record: WindowRecord): Promise<void> {
      const { watchId, from, to, state, retryAt } = record;
      const isOpen = state === 'open' && retryAt !== undefined;
      await table.put({
        pk: `WATCH#${watchId}`,
        sk: windowSort(from),
        ...record,
        ...expiry(to + KEPT),
        ...(isOpen && { workPk: OPEN, workSk: `${isoOf(retryAt)}#${watchId}#${isoOf(from)}` }),
      });
    },

    /** The windows of a watch, newest first; all, or the latest of them. */
    latest: (watchId: string, limit = Infinity): Promise<WindowRecord[]> =>
      read(watchId, { prefix: 'WINDOW#', limit, newestFirst: true }),

    /** Those of a watch in which an instant lies, as far as they are recorded; the latest first. */
    async covering(watchId: string, at: Instant): Promise<WindowRecord[]> {
      const range = { from: 'WINDOW#', upTo: windowSort(at), limit: MOST_COVERING, newestFirst: true };
      return (await read(watchId, range)).filter((window) => contains(window, at));
    },

    /** Those of a watch that begin in a span, oldest first. */
    between: (watchId: string, { from, to }: Window): Promise<WindowRecord[]> =>
      read(watchId, { from: windowSort(from), upTo: windowSort(to - 1) }),

    /** Open windows of all watches that are due to be queried again. */
    open: (before: Instant, limit: number): Promise<WindowRecord[]> =>
      queryWork(table, { partition: OPEN, upTo: `${isoOf(before)}#~`, limit }, windowRecordSchema),
  };
}

export type Windows = ReturnType<typeof windowsIn>;

function windowSort(from: Instant): string {
  return `WINDOW#${isoOf(from)}`;
}
