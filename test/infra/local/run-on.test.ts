import { expect, it } from 'vitest';
import { briefAnnouncer, orderFirstRuns } from '../../../infra/local/run-on.ts';
import { memoryStore } from '../../store/memory-store.ts';
import { MINUTE, SECOND } from '../../../shared/domain/time/instant.ts';
import type { RunOrder } from '../../../shared/domain/watches/watch.ts';
import { aChannel, aWatch, NOON } from '../../ports/examples.ts';

function open() {
  const said: string[] = [];
  const now = { stories: 0, dueAt: NOON, at: 0 };
  const look = briefAnnouncer({
    channels: [aChannel({ name: 'news', brief: 'cron(0 17 * * ? *)' }), aChannel({ name: 'plain' })],
    read: async ({ name: channel }) => ({
      channel,
      stories: now.stories,
      dueAt: now.dueAt,
      timezone: 'UTC',
      entries: [],
      count: 0,
    }),
    linkOf: (channel) => `http://pages/briefs/${channel}`,
    say: (text) => said.push(text),
    time: () => '17:00',
    elapsed: () => now.at,
  });
  const see = async (stories: number, after = 10 * SECOND) => {
    now.stories = stories;
    now.at += after;
    await look();
  };
  return { said, see, now };
}

it('says what waits for a brief once it has settled, and again when it has changed after ten minutes', async () => {
  const { said, see } = open();
  for (const stories of [0, 0, 5, 14, 14, 14]) await see(stories);
  await see(1, 10 * MINUTE);
  for (const stories of [1, 0, 0]) await see(stories);
  expect(said).toEqual([
    'Next brief of news at 17:00: 14 stories so far. http://pages/briefs/news',
    'Next brief of news at 17:00: 1 story so far. http://pages/briefs/news',
  ]);
});

/**
 * Orders the first runs of three watches, of which one is critical. Its order is received at once, begins to be worked
 * on after so many milliseconds, and is removed from the queue when its alerts are sent.
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
      workQueues: ['runs'],
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
