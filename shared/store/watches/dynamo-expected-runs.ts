import { expectedRunSchema } from '../../contracts/stored/stored-expected-run.ts';
import type { ExpectedRuns } from '../../use-cases/ports/run-states.ts';
import type { Key, Table } from '../table.ts';

const EXPECTED = 'EXPECTED';

/** From when on a run of each watch is expected: one partition, one item per watch, written by the sweep alone. */
export function dynamoExpectedRuns(table: Table): ExpectedRuns {
  const keyOf = (watchId: string): Key => ({ pk: EXPECTED, sk: watchId });
  return {
    all: () => table.query({ partition: EXPECTED, limit: Infinity }, expectedRunSchema),
    put: (expected) => table.put({ ...keyOf(expected.watchId), ...expected }),
    remove: (watchId) => table.remove(keyOf(watchId)),
  };
}
