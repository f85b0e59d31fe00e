import { expect, it } from 'vitest';
import { orderFirstRuns } from '../../../../infra/local/first-runs/order-first-runs.ts';
import { memoryStore } from '../../../../infra/memory/memory-store.ts';
import type { RunOrder } from '../../../../shared/domain/watches/watch.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';

/**
 * Orders the first runs of three watches, of which one is critical. Its order is received at once, begins to be worked on after so
 * many milliseconds, and is removed from the queue when its alerts are sent.
 */
async function order(working: number, beginsAfter = 0) {
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
      queues: { depth: () => ({ ready: 0, delayed: 0, inFlight: waited < working ? 1 : 0 }) },
      isIdle: () => waited < beginsAfter || waited >= working,
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

it('waits for an order that was received and that no function works on yet', async () => {
  expect((await order(400, 40)).waited).toBe(400);
});

it('lets the others wait for ten seconds at most', async () => {
  expect((await order(60_000)).waited).toBe(10_000);
});
