import { incidentSchema } from '../../contracts/stored/stored-incident.ts';
import type { Incidents } from '../../use-cases/ports/incidents.ts';
import { ABSENT, type Key, type Table } from '../table.ts';

const INCIDENTS = 'TROUBLES';
const MOST = 1_000;

/** Open incidents. A resolved one is deleted; its alerts remain. */
export function dynamoIncidents(table: Table): Incidents {
  const keyOf = (subject: string): Key => ({ pk: INCIDENTS, sk: subject });
  const get = (subject: string) => table.get(keyOf(subject), incidentSchema);
  return {
    async raise(incident) {
      await table.putIf({ ...keyOf(incident.subject), ...incident }, ABSENT);
      return (await get(incident.subject)) ?? incident;
    },
    get,
    open: () => table.query({ partition: INCIDENTS, limit: MOST }, incidentSchema),
    clear: (subject) => table.remove(keyOf(subject)),
  };
}
