import * as z from 'zod';
import type { Visit } from '../domain/pages/triage.ts';
import { DAY } from '../domain/time/instant.ts';
import { expiry, type Key, type Table } from './table.ts';

const visitSchema = z.object({ at: z.number(), since: z.number().optional() }) satisfies z.ZodType<Visit>;

/** How long a visit is remembered. */
const KEPT = 90 * DAY;

/** When people looked at their list of the day. */
export function visitsIn(table: Table) {
  const keyOf = (viewerId: string): Key => ({ pk: `VISIT#${viewerId}`, sk: 'VISIT' });
  return {
    get: (viewerId: string): Promise<Visit | undefined> => table.get(keyOf(viewerId), visitSchema),
    put: (viewerId: string, visit: Visit): Promise<void> =>
      table.put({ ...keyOf(viewerId), ...visit, ...expiry(visit.at + KEPT) }),
  };
}
