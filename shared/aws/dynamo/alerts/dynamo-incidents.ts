import { troubleSchema } from '../../../contracts/stored/stored.ts';
import type { Troubles } from '../../../use-cases/ports/ports.ts';
import type { Key, Table } from '../table/table.ts';

const TROUBLES = 'TROUBLES';
const MOST = 1_000;

/** Open troubles; what is over is deleted, its alerts remain. */
export function dynamoTroubles(table: Table): Troubles {
  const keyOf = (subject: string): Key => ({ pk: TROUBLES, sk: subject });
  const get = (subject: string) => table.get(keyOf(subject), troubleSchema);
  return {
    async raise(trouble) {
      await table.putIfAbsent({ ...keyOf(trouble.subject), ...trouble });
      return (await get(trouble.subject)) ?? trouble;
    },
    get,
    open: () => table.query({ partition: TROUBLES, limit: MOST }, troubleSchema),
    clear: (subject) => table.remove(keyOf(subject)),
  };
}
