import { extractionSchema } from '../../contracts/stored/stored-extraction.ts';
import { type Extraction, hasEnded } from '../../domain/extraction/extraction.ts';
import { OVERDUE } from '../../domain/extraction/extraction-times.ts';
import { dayOf, isoOf } from '../../domain/time/instant.ts';
import type { Extractions } from '../../use-cases/ports/extraction.ts';
import { ABSENT, expiry, type Key, queryWork, type Table } from '../table.ts';

const OPEN = 'OPEN';

/** Extractions and the claims of upstream jobs. Open extractions are in the index of work, in the partition of open windows. */
export function dynamoExtractions(table: Table): Extractions {
  return {
    put: (extraction) => table.putIf(itemOf(extraction), ABSENT),

    get: (id) => table.get(keyOf(id), extractionSchema),

    async move(from, change) {
      const next = { ...from, ...change, revision: from.revision + 1 };
      const written = await table.putIf(itemOf(next), { is: { revision: from.revision } });
      return written ? next : undefined;
    },

    overdue: (now, limit) =>
      queryWork(table, { partition: OPEN, upTo: `${isoOf(now)}#~`, limit }, extractionSchema),

    madeOn: (day, limit) =>
      table.query({ index: 'time', partition: `JOBS#${day}`, limit, newestFirst: true }, extractionSchema),

    claim: (upstreamId, { extractionId, expiresAt }) =>
      table.putIf(
        { pk: `UPSTREAM#${upstreamId}`, sk: 'CLAIM', extractionId, ...expiry(expiresAt) },
        { anyOf: [ABSENT, { is: { extractionId } }] },
      ),
  };
}

function keyOf(id: string): Key {
  return { pk: `JOB#${id}`, sk: 'JOB' };
}

function itemOf(extraction: Extraction) {
  const { id, state, createdAt, dueAt, expiresAt } = extraction;
  const checkAt = isoOf(dueAt + OVERDUE);
  return {
    ...extraction,
    ...keyOf(id),
    ...expiry(expiresAt),
    timePk: `JOBS#${dayOf(createdAt)}`,
    timeSk: `${isoOf(createdAt)}#${id}`,
    ...(hasEnded(state) ? {} : { workPk: OPEN, workSk: `${checkAt}#JOB#${id}` }),
  };
}
