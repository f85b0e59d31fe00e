import * as z from 'zod';
import { windowRecordSchema } from '../../../contracts/stored/stored.ts';
import { DAY, isoOf } from '../../../domain/time/instant.ts';
import { contains } from '../../../domain/time/window.ts';
import type { Windows } from '../../../use-cases/ports/windows.ts';
import { other } from '../alerts/dynamo-alerts.ts';
import { expiry, type Table } from '../table/table.ts';

const OPEN = 'OPEN';
/** Windows are proof of coverage: kept as long as the findings of the default retention. */
const KEPT = 400 * DAY;
const MOST = 10_000;
/** Of so many windows that begin before an instant, the latest hold it: each run looks back an hour at most. */
const MOST_COVERING = 50;

/** Windows worth a record; open ones stand in the index of work by the time they are asked again. */
export function dynamoWindows(table: Table): Windows {
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

    of: (watchId) => latest(table, { watchId, limit: MOST }),

    latest: (watchId, limit) => latest(table, { watchId, limit }),

    async covering(watchId, at) {
      const begun = await table.query(
        {
          partition: `WATCH#${watchId}`,
          from: 'WINDOW#',
          upTo: `WINDOW#${isoOf(at)}`,
          limit: MOST_COVERING,
          newestFirst: true,
        },
        windowRecordSchema,
      );
      return begun.filter((window) => contains(window, at));
    },

    async between(watchId, { from, to }) {
      const windows = await table.query(
        {
          partition: `WATCH#${watchId}`,
          from: `WINDOW#${isoOf(from)}`,
          upTo: `WINDOW#${isoOf(to)}`,
          limit: MOST,
        },
        windowRecordSchema,
      );
      return windows.filter((window) => window.from < to);
    },

    async open(before, limit) {
      const found = await table.query(
        { index: 'work', partition: OPEN, upTo: `${isoOf(before)}#~`, limit },
        z.union([windowRecordSchema, other]),
      );
      return found.filter((item) => item !== null);
    },
  };
}

function latest(table: Table, { watchId, limit }: { watchId: string; limit: number }) {
  return table.query(
    { partition: `WATCH#${watchId}`, prefix: 'WINDOW#', limit, newestFirst: true },
    windowRecordSchema,
  );
}
