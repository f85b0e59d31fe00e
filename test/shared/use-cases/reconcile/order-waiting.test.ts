import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { orderWaiting } from '../../../../shared/use-cases/reconcile/order-waiting.ts';
import { aStoredFinding, aWatch, NOON } from '../../../ports/examples.ts';
import { findingsOf, workbench } from '../bench.ts';
import { judgeOrdered } from '../judge-ordered.ts';

it('once an hour, what waits for an order that was lost is ordered to be judged', async () => {
  const bench = await workbench({
    watches: [aWatch(), aWatch({ id: 'quiet' }), aWatch({ id: 'off', disabled: true })],
  });
  for (const watchId of ['acme-news', 'off']) await bench.store.findings.put(aStoredFinding(1, { watchId }));
  await orderWaiting(bench.ports, 'sweep-1');
  expect(bench.queue.judging.map(({ order }) => order.watchId)).toEqual(['acme-news']);
  await orderWaiting(bench.ports, 'sweep-2');
  expect(bench.queue.judging).toHaveLength(1);
  await judgeOrdered(bench.queue, bench.ports);
  expect((await findingsOf(bench)).map(({ verdict }) => verdict)).toEqual([{ notified: expect.any(String) }]);
  bench.clock.at = NOON + HOUR + MINUTE;
  await orderWaiting(bench.ports, 'sweep-3');
  expect(bench.queue.judging).toEqual([]);
});
