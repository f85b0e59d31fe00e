import { expect, it } from 'vitest';
import type { Stack } from '../../../../infra/cli/stack/stack.ts';
import { makeCanary, runSmoke } from '../../../../infra/cli/smoke/run-smoke.ts';
import { CANARY } from '../../../../infra/cli/smoke/smoke-tools.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { NOW } from '../open-world.ts';
import { openSmoke } from './open-smoke.ts';

const NOTHING = { queues: [], watches: [], channels: [], schedules: [], subscriptions: 0, removed: 0 };
const short = (verdicts: Awaited<ReturnType<typeof runSmoke>>) =>
  verdicts.map(({ check, result }) => `${check} ${result}`);

it('takes a watch through the stack, leaves nothing behind, and the lists of feeds as they were', async () => {
  const { order, erased, left } = openSmoke();
  const feeds = [{ name: 'press', urls: ['https://outlet.example/rss'] }];
  await order.stack.apply({ watches: [], channels: [], feeds });
  expect(short(await runSmoke(order))).toEqual([
    'apply ok',
    'schedule ok',
    'run ok',
    'findings ok',
    'message ok',
    'page ok',
    'webhook ok',
    'clean-up ok',
  ]);
  expect(await left()).toEqual(NOTHING);
  expect(await order.stack.feedLists.all()).toEqual(feeds);
  expect(erased).toEqual([`WATCH#${CANARY}`, `CHANNEL#${CANARY}`, `SPACE#watch.${CANARY}`]);
});

it('removes the queues that killed smoke tests left, not those of one that may still run', async () => {
  const left = [
    { name: 'killed', at: NOW - 2 * HOUR },
    { name: 'killed-long-ago', at: NOW - 900 * HOUR },
    { name: 'running', at: NOW - HOUR / 2 },
  ];
  const { order, removed } = openSmoke({ left });
  const verdict = (await runSmoke(order)).at(-1);
  expect(removed).toEqual(['killed', 'killed-long-ago']);
  expect(verdict).toMatchObject({ check: 'clean-up', result: 'ok' });
  expect(verdict?.text).toContain('Also removed: 2 queues of earlier smoke tests.');
});

it('leaves them while the subscription of one may still be there', async () => {
  const { order, removed } = openSmoke({ left: [{ name: 'killed', at: NOW - 2 * HOUR }] });
  let calls = 0;
  const apply: Stack['apply'] = async (desired) => {
    calls += 1;
    if (calls > 1) throw new Error('the function is away');
    return order.stack.apply(desired);
  };
  expect((await runSmoke({ ...order, stack: { ...order.stack, apply } })).at(-1)).toMatchObject({
    result: 'problem',
  });
  expect(removed).toEqual([]);
});

it('says that nothing was found, and that therefore no message was checked', async () => {
  const { order } = openSmoke({ finds: false });
  const verdicts = await runSmoke(order);
  expect(short(verdicts)).toContain('findings ok');
  expect(verdicts.find(({ check }) => check === 'message')).toMatchObject({
    result: 'skipped',
    advice: expect.stringContaining('--query'),
  });
});

it('reports a message that does not come, goes on, and cleans up', async () => {
  const { order, left } = openSmoke({ sends: false });
  const verdicts = await runSmoke(order);
  expect(short(verdicts)).toEqual([
    'apply ok',
    'schedule ok',
    'run ok',
    'findings ok',
    'message problem',
    'page ok',
    'webhook ok',
    'clean-up ok',
  ]);
  expect(await left()).toEqual(NOTHING);
});

it('cleans up when a person interrupts it', async () => {
  const { order, stopping, left } = openSmoke();
  const stack: Stack = {
    ...order.stack,
    schedule: async (id) => {
      stopping.abort();
      return order.stack.schedule(id);
    },
  };
  const verdicts = await runSmoke({ ...order, stack });
  expect(short(verdicts)).toEqual(['apply ok', 'schedule ok', 'interrupted problem', 'clean-up ok']);
  expect(await left()).toEqual(NOTHING);
});

it('says what is left when the clean-up fails', async () => {
  const { order } = openSmoke();
  const tools = { ...order.tools, erase: async () => Promise.reject(new Error('access denied')) };
  const verdict = (await runSmoke({ ...order, tools })).at(-1);
  expect(verdict).toMatchObject({
    result: 'problem',
    text: expect.stringContaining('items in the table (Error: access denied'),
  });
});

it('keeps what somebody else applied meanwhile', async () => {
  const { order, left } = openSmoke();
  const { stack } = order;
  const arn = 'arn:aws:sqs:eu-west-1:000000000000:desk';
  const { channel } = makeCanary({ queueArn: arn, query: 'Acme', now: NOW });
  const newsroom = { ...channel, name: 'newsroom' };
  const schedule: Stack['schedule'] = async (id) => {
    if ((await stack.definitions.channels()).every(({ name }) => name !== 'newsroom'))
      await stack.apply({
        watches: await stack.definitions.watches(),
        channels: [...(await stack.definitions.channels()), newsroom],
      });
    return stack.schedule(id);
  };
  await runSmoke({ ...order, stack: { ...stack, schedule } });
  expect(await left()).toMatchObject({ watches: [], channels: ['newsroom'] });
});
