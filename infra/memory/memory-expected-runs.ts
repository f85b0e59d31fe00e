import type { ExpectedRun } from '../../shared/domain/runs/expected-run.ts';
import type { ExpectedRuns } from '../../shared/use-cases/ports/run-states.ts';
import { copyOf } from './copy-of.ts';

/** From when on runs are expected, in memory. */
export function memoryExpectedRuns(): ExpectedRuns {
  const runs = new Map<string, ExpectedRun>();
  return {
    all: async () => copyOf([...runs.values()]),
    put: async (expected) => void runs.set(expected.watchId, copyOf(expected)),
    remove: async (watchId) => void runs.delete(watchId),
  };
}
