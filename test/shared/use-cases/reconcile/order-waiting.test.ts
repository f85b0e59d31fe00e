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

it('a part in which a run has died is ordered as well, and is listed by when it was found', async () => {
  const bench = await workbench({ watches: [aWatch()] });
  const left = [aStoredFinding(1), aStoredFinding(2)];
  const slot = { watchId: 'acme-news', track: 'live' } as const;
  const { states, findings } = bench.store;
  const state = await states.acquire(slot, { owner: 'dies', until: NOON + MINUTE }, NOON);
  await states.save(state!, { set: { part: left.map(({ finding }) => finding.fingerprint) } });
  await findings.putNew(left);
  const listed: unknown[] = [];
  bench.ports.findings.list = async (found) => void listed.push(...found);
  bench.clock.at = NOON + 5 * MINUTE;
  await orderWaiting(bench.ports, 'sweep-1');
  expect(bench.queue.judging.map(({ order }) => order.watchId)).toEqual(['acme-news']);
  await judgeOrdered(bench.queue, bench.ports);
  expect((await findingsOf(bench)).map(({ verdict }) => verdict)).toEqual([
    { notified: expect.any(String) },
    { notified: expect.any(String) },
  ]);
  expect(listed).toEqual(left);
  expect((await states.read('acme-news', 'live'))?.part).toBeUndefined();
});
