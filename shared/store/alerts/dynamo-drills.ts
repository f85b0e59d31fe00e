import {
  drillConfirmationSchema,
  drillResultSchema,
  drillSchema,
} from '../../contracts/stored/drill/stored-drill.ts';
import type { Drill } from '../../domain/channels/drill.ts';
import { DAY, isoOf } from '../../domain/time/instant.ts';
import type { Drills } from '../../use-cases/ports/drill/drills.ts';
import { ABSENT, expiry, type Table } from '../table.ts';

/** How long a drill can be reported. */
const KEPT = 400 * DAY;
/** More targets, and more people who confirm, than a stack has. */
const MOST = 10_000;
const ALL = 'DRILLS';

/** Drills: a list by time, and what became of each under its own key. */
export function dynamoDrills(table: Table): Drills {
  return {
    async put(drill) {
      const item = { ...drill, ...expiry(drill.beganAt + KEPT) };
      await table.putIf({ pk: partitionOf(drill.id), sk: 'DRILL', ...item }, ABSENT);
      await table.put({ pk: ALL, sk: `${isoOf(drill.orderedAt)}#${drill.id}`, ...item });
    },
    latest: (limit) => table.query({ partition: ALL, limit, newestFirst: true }, drillSchema),
    async read(id) {
      const drill: Drill | undefined = await table.get({ pk: partitionOf(id), sk: 'DRILL' }, drillSchema);
      if (!drill) return undefined;
      const of = (prefix: string) => ({ partition: partitionOf(id), prefix, limit: MOST });
      const [results, confirmations] = await Promise.all([
        table.query(of('RESULT#'), drillResultSchema),
        table.query(of('CONFIRMED#'), drillConfirmationSchema),
      ]);
      return { drill, results, confirmations };
    },
    note: (id, result, expiresAt) =>
      table.put({
        pk: partitionOf(id),
        sk: `RESULT#${result.channel}#${result.by}`,
        ...result,
        ...expiry(expiresAt),
      }),
    confirm: (id, confirmation, expiresAt) =>
      table.put({
        pk: partitionOf(id),
        sk: `CONFIRMED#${isoOf(confirmation.at)}#${confirmation.channel}#${confirmation.by}`,
        ...confirmation,
        ...expiry(expiresAt),
      }),
  };
}

function partitionOf(id: string): string {
  return `DRILL#${id}`;
}
