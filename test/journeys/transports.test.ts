import { expect, it, onTestFinished, vi } from 'vitest';
import { ENV } from '../../shared/contracts/names.ts';
import { startTransportServices } from '../../infra/local/transports/start-transport-services.ts';
import { putAlert } from '../../shared/use-cases/alerts/put-alerts.ts';
import { aStoryAlert } from '../ports/examples.ts';
import { NOW, openLive } from './live-stack.ts';

it('a stack sends on each lane once, by the function of its transport, with the secret of the environment', async () => {
  const services = await startTransportServices();
  onTestFinished(() => services.close());
  vi.stubEnv(ENV.reachable, '127.0.0.1');
  vi.stubEnv('SIGNING_KEY', 'signing-key');
  onTestFinished(() => void vi.unstubAllEnvs());
  const live = await openLive();
  onTestFinished(() => live.close());
  const { access } = live.stack;
  const clock = { now: () => Date.parse(NOW), sleep: async () => undefined };
  const { store } = access;
  const channel = await store.definitions.channel('all');
  const webhook = { url: `${services.url}/webhook`, secret: 'SIGNING_KEY' };
  const teams = { webhookSecret: 'NOBODY_HAS_SET_IT' };
  await store.definitions.putChannel({ ...channel!, transports: { webhook, teams } });
  const alert = aStoryAlert(1, {}, { channel: 'all', createdAt: clock.now() });
  await putAlert({ ...store, clock }, alert);
  await live.notify();
  await live.settle();
  await live.notify();
  await live.settle();
  expect(services.taken.map(({ body }) => JSON.parse(body))).toMatchObject([{ channel: 'all', count: 1 }]);
  expect(live.messages).toHaveLength(1);
  const lanes = await store.alerts.onLanes(alert.id);
  const states = await Promise.all(
    lanes.map(async ({ alert: { channel: lane }, state }) => {
      const stored = state.state === 'told' ? await store.messages.get(state.messageId) : undefined;
      return [lane, stored?.delivery.state];
    }),
  );
  expect(Object.fromEntries(states)).toEqual({
    all: 'accepted',
    'all~teams': 'failed',
    'all~webhook': 'accepted',
  });
});
