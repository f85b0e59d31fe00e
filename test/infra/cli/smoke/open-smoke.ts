import type { Probe } from '../../../../infra/cli/world.ts';
import type { Stack } from '../../../../infra/cli/stack/stack.ts';
import { CANARY } from '../../../../infra/cli/smoke/smoke-tools.ts';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { memoryStack, NOW } from '../open-world.ts';
import { aStoredFinding } from '../../../ports/examples.ts';
import { storeFindings } from '../../../store/store-findings.ts';

/** A stack in memory whose runs end at once, and the message that its queue then holds. */
export function openSmoke({
  finds = true,
  sends = true,
  left = [],
}: {
  finds?: boolean;
  sends?: boolean;
  /** Queues of earlier smoke tests, and when these began. */
  left?: readonly { name: string; at: number }[];
} = {}) {
  const { stack, store, schedules, subscriptions, queue } = memoryStack();
  let now = NOW;
  const made: string[] = [];
  const erased: string[] = [];
  const removed: string[] = [];
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
          if (finds) await storeFindings(store, [aStoredFinding(1, { watchId: CANARY, foundAt: NOW })]);
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
      leftQueues: async (before: number) =>
        left
          .filter(({ at }) => at < before)
          .map(({ name }) => ({ name, remove: async () => void removed.push(name) })),
      erase: async (partitions: readonly string[]) => void erased.push(...partitions),
    },
    world: {
      pause: async () => {
        now += MINUTE;
      },
      probe: async (_url: string, how?: object): Promise<Probe> => ({
        answered: true,
        status: how ? 401 : 200,
        date: NOW,
        body: '',
      }),
    },
    query: 'Acme',
    interrupted: stopping.signal,
    onVerdict: () => undefined,
  };
  const remains = async () => ({
    queues: made,
    watches: (await store.definitions.watches()).map(({ id }) => id),
    channels: (await store.definitions.channels()).map(({ name }) => name),
    schedules: [...schedules.schedules.keys()],
    subscriptions: (await subscriptions.list()).length,
    removed: (await store.removedWatches.all(NOW)).length,
  });
  return { order, stopping, erased, removed, left: remains };
}
