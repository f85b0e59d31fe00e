import { expect, it } from 'vitest';
import { orderFirstRuns } from '../../../../infra/local/first-runs/order-first-runs.ts';
import { memoryStore } from '../../../../infra/memory/memory-store.ts';
import type { RunOrder } from '../../../../shared/domain/watches/watch.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';

/** Orders the first runs of three watches, of which one is critical. Its run and alerts take so many milliseconds. */
async function order(working: number) {
  const watches = [
    aWatch({ id: 'usual', severity: 'info' }),
    aWatch({ id: 'breaches', severity: 'critical' }),
    aWatch({ id: 'warned', severity: 'warning' }),
  ];
  const said: string[] = [];
  let waited = 0;
  await orderFirstRuns({
    watches,
    clock: { now: () => NOON },
    machine: {
      queues: { depth: () => ({ ready: 0, delayed: 0, inFlight: 0 }) },
      isIdle: () => waited >= working,
      takeOrders: () => void said.push('orders are taken'),
    },
    access: {
      store: memoryStore(),
      queue: { send: async (_service: string, { watchId }: RunOrder) => void said.push(watchId) },
      runQueues: ['runs'],
    },
    wait: async (milliseconds: number) => {
      waited += milliseconds;
    },
  });
  return { said, waited };
}

it('runs a critical watch until its alerts are sent before it orders the others', async () => {
  expect(await order(400)).toEqual({
    said: ['breaches', 'orders are taken', 'usual', 'warned'],
    waited: 400,
  });
});

it('lets the others wait for ten seconds at most', async () => {
  expect((await order(60_000)).waited).toBe(10_000);
});
