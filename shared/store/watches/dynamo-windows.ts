import { windowRecordSchema } from '../../contracts/stored/stored-run-state.ts';
import { DAY, isoOf } from '../../domain/time/instant.ts';
import { contains } from '../../domain/time/window.ts';
import type { WindowRecord } from '../../domain/runs/window-record.ts';
import type { Windows } from '../../use-cases/ports/windows.ts';
import { expiry, type Query, queryWork, type Table } from '../table.ts';

const OPEN = 'OPEN';
/** Windows prove coverage, so they are kept as long as findings are by default. */
const KEPT = 400 * DAY;
const MOST = 10_000;
/** Only the latest windows that begin before an instant can contain it: each run looks back 1 hour at most. */
const MOST_COVERING = 50;

/** Recorded windows. Open ones are in the index of work, by the time when they are queried again. */
export function dynamoWindows(table: Table): Windows {
  const latest = (watchId: string, limit: number) =>
    readWindows(table, { watchId, prefix: 'WINDOW#', limit, newestFirst: true });
  return {
    async put(record) {
      const { watchId, from, to, state, retryAt } = record;
      const isOpen = state === 'open' && retryAt !== undefined;
      await table.put({
        pk: `WATCH#${watchId}`,
        sk: `WINDOW#${isoOf(from)}`,
        ...record,
        ...expiry(to + KEPT),
        ...(isOpen && { workPk: OPEN, workSk: `${isoOf(retryAt)}#${watchId}#${isoOf(from)}` }),
      });
    },

    of: (watchId) => latest(watchId, MOST),

    latest,

    async covering(watchId, at) {
      const begun = await readWindows(table, {
        watchId,
        from: 'WINDOW#',
        upTo: `WINDOW#${isoOf(at)}`,
        limit: MOST_COVERING,
        newestFirst: true,
      });
      return begun.filter((window) => contains(window, at));
    },

    async between(watchId, { from, to }) {
      const windows = await readWindows(table, {
        watchId,
        from: `WINDOW#${isoOf(from)}`,
        upTo: `WINDOW#${isoOf(to)}`,
        limit: MOST,
      });
      return windows.filter((window) => window.from < to);
    },

    open: (before, limit) =>
      queryWork(table, { partition: OPEN, upTo: `${isoOf(before)}#~`, limit }, windowRecordSchema),
  };
}

/** Reads the windows of a watch by their sort keys. */
export function readWindows(
  table: Table,
  { watchId, ...range }: Omit<Query, 'partition'> & { watchId: string },
): Promise<WindowRecord[]> {
  return table.query({ partition: `WATCH#${watchId}`, ...range }, windowRecordSchema);
}
