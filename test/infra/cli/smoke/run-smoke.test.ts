import { expect, it } from 'vitest';
import type { Probe } from '../../../../infra/cli/world.ts';
import type { Stack } from '../../../../infra/cli/stack/stack.ts';
import { CANARY, makeCanary } from '../../../../infra/cli/smoke/canary.ts';
import { runSmoke } from '../../../../infra/cli/smoke/run-smoke.ts';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { memoryStack, NOW } from '../open-world.ts';
import { aStoredFinding } from '../../../ports/examples.ts';

/** A stack in memory whose runs end at once, and the message that its queue then holds. */
function openSmoke({ finds = true, sends = true }: { finds?: boolean; sends?: boolean } = {}) {
  const { stack, store, schedules, subscriptions, queue } = memoryStack();
  let now = NOW;
  const made: string[] = [];
  const erased: string[] = [];
  const stopping = new AbortController();
  const order = {
    stack: {
      ...stack,
      now: () => now,
      queue: {
        ...queue,
        send: async (...sent: Parameters<Stack['queue']['send']>) => {
          const state = await store.states.acquire(
            { watchId: CANARY, track: 'live' },
            { owner: 'test', until: NOW + MINUTE },
            NOW,
          );
          if (state) await store.states.save(state, { set: { lastRunAt: NOW }, release: true });
          if (finds) await store.findings.put(aStoredFinding(1, { watchId: CANARY, foundAt: NOW }));
          return queue.send(...sent);
        },
      },
    } as Stack,
    tools: {
      openQueue: async (name: string) => {
        made.push(name);
        return {
          arn: `arn:aws:sqs:eu-west-1:000000000000:${name}`,
          receive: async () =>
            sends
              ? [
                  JSON.stringify({
                    Message: JSON.stringify({
                      channel: CANARY,
                      alerts: [{ receipt: 'https://pages.example/r/1' }],
                    }),
                  }),
                ]
              : [],
          remove: async () => {
            made.splice(made.indexOf(name), 1);
          },
        };
      },
      erase: async (partitions: readonly string[]) => erased.push(...partitions),
    },
    world: {
      pause: async () => {
        now += MINUTE;
      },
      probe: async (_url: string, how?: object): Promise<Probe> => ({
        answered: true,
        status: how ? 401 : 200,
        date: NOW,
      }),
    },
    query: 'Acme',
    interrupted: stopping.signal,
    onVerdict: () => undefined,
  };
  const left = async () => ({
    queues: made,
    watches: (await store.definitions.watches()).map(({ id }) => id),
    channels: (await store.definitions.channels()).map(({ name }) => name),
    schedules: [...schedules.schedules.keys()],
    subscriptions: (await subscriptions.list()).length,
    removed: (await store.removedWatches.all(NOW)).length,
  });
  return { order, stopping, erased, left };
}

const NOTHING = { queues: [], watches: [], channels: [], schedules: [], subscriptions: 0, removed: 0 };
const short = (verdicts: Awaited<ReturnType<typeof runSmoke>>) =>
  verdicts.map(({ check, result }) => `${check} ${result}`);

it('takes a watch through the stack, and leaves nothing behind', async () => {
  const { order, erased, left } = openSmoke();
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
  expect(erased).toEqual([`WATCH#${CANARY}`, `CHANNEL#${CANARY}`]);
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

it('ends at a part that the others need, and cleans up', async () => {
  const { order, left } = openSmoke();
  const stack = { ...order.stack, states: { read: async () => undefined } };
  const verdicts = await runSmoke({ ...order, stack });
  expect(short(verdicts)).toEqual(['apply ok', 'schedule ok', 'run problem', 'clean-up ok']);
  expect(await left()).toEqual(NOTHING);
});

it('reports an error in the middle with its reason, and cleans up', async () => {
  const { order, left } = openSmoke();
  const send = async () => Promise.reject(new Error('access denied to sqs:SendMessage'));
  const verdicts = await runSmoke({ ...order, stack: { ...order.stack, queue: { send } } });
  expect(verdicts.at(-2)).toMatchObject({ check: 'error', text: expect.stringContaining('access denied') });
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
