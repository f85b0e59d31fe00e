import { expect, it } from 'vitest';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { orderWaiting } from '../../../../shared/use-cases/reconcile/reconcile.ts';
import { aStoredFinding, aWatch } from '../../../ports/examples.ts';
import { findingsOf, workbench } from '../bench.ts';

it('what has waited for a minute is ordered to be decided again, as its order may be lost', async () => {
  const watches = [aWatch(), aWatch({ id: 'quiet' })];
  const corpus = [{ finding: aStoredFinding(1).finding }];
  const bench = await workbench({ watches, corpus });
  const { waiting } = bench.ports.decideQueue;
  await bench.collect();
  waiting.length = 0;
  await orderWaiting(bench.ports);
  expect(waiting).toEqual([]);
  bench.clock.at += 2 * MINUTE;
  await orderWaiting(bench.ports);
  expect(waiting.map(({ order }) => order.space)).toEqual(['watch.acme-news']);
  await bench.decide();
  expect((await findingsOf(bench)).map(({ verdict }) => verdict)).toEqual([{ notified: expect.any(String) }]);
  bench.clock.at += 2 * MINUTE;
  await orderWaiting(bench.ports);
  expect(waiting).toEqual([]);
});
