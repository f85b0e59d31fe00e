import { expect, it } from 'vitest';
import { callBudget, recordPast } from '../../../../infra/cli/replay/recording.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { aFinding, aWatch } from '../../../ports/examples.ts';
import { heldClock, memorySource } from '../../../ports/memory-services.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');

it('a recording keeps the order of the service over pages, with the windows that a full answer was split into newest first', async () => {
  const newestFirst = [1, 2, 3, 4, 5].map((n) => ({ finding: aFinding(n, { indexedAt: NOW - n * HOUR }) }));
  const source = memorySource(newestFirst, heldClock(NOW), { pageSize: 1, cap: 4 });
  const watch = aWatch({ lookback: 6 * HOUR, overlap: 0 });
  const [recording] = (
    await recordPast([watch], {
      span: { from: NOW - HOUR, to: NOW },
      budget: callBudget(100),
      ask: (_service, work) => work(source),
    })
  ).values();
  expect(recording?.findings.map(({ fingerprint }) => fingerprint)).toEqual(
    newestFirst.map(({ finding }) => finding.fingerprint),
  );
});
