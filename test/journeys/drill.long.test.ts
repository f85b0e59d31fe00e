import { SNSClient } from '@aws-sdk/client-sns';
import { expect, it, onTestFinished, vi } from 'vitest';
import { drillReport, printDrill } from '../../infra/cli/commands/drill.ts';
import { connectStack } from '../../infra/cli/stack/connect-stack.ts';
import { findStack } from '../../infra/cli/stack/find-stack.ts';
import { arnOf, localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTransportServices } from '../transports/start-transport-services.ts';
import { snsSubscriptions } from '../../shared/aws/sns-subscriptions.ts';
import { ENV } from '../../shared/contracts/names.ts';
import { NOW, openLive } from './live-stack.ts';

it('a drill goes from the queue to every transport, people confirm by its links, and what is broken is named', async () => {
  const services = await startTransportServices();
  onTestFinished(() => services.close());
  vi.stubEnv(ENV.reachable, '127.0.0.1');
  vi.stubEnv('SIGNING_KEY', 'signing-key');
  vi.stubEnv('TEAMS_HOOK', `${services.url}/teams`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const live = await openLive({
    deliverToWeb: async (url) => !url.includes('broken'),
  });
  onTestFinished(() => live.close());
  const { store } = live.stack.access;
  const channel = await store.definitions.channel('all');
  const transports = {
    webhook: { url: `${services.url}/webhook`, secret: 'SIGNING_KEY' },
    teams: { webhookSecret: 'TEAMS_HOOK' },
    slack: { webhookSecret: 'NOBODY_HAS_SET_IT' },
  };
  await store.definitions.putChannel({
    ...channel!,
    email: [...channel!.email, 'gone@acme.example'],
    https: ['https://broken.example/hook', 'https://sound.example/hook'],
    transports,
  });
  const { TopicArn, SubscriberDeadLettersUrl } = live.stack.access.outputs;
  const sns = new SNSClient({ ...localCredentials, endpoint: live.stack.machine.endpoints.SNS });
  onTestFinished(() => sns.destroy());
  const topic = snsSubscriptions(sns, TopicArn, {
    deadLetters: arnOf('sqs', SubscriberDeadLettersUrl.split('/').at(-1) ?? ''),
  });
  for (const name of ['broken', 'sound'])
    await topic.subscribe({ protocol: 'https', endpoint: `https://${name}.example/hook`, channels: ['all'] });
  const found = await findStack({ data: live.data }, '.');
  const clock = { now: () => Date.parse(NOW) + 60_000, sleep: async () => undefined };
  const stack = connectStack(found!, clock);
  const id = 'aB3dE6gH9j';
  await stack.drill({ id, sms: false, orderedAt: Date.parse(NOW), channels: ['all'] });
  await live.settle();

  // Each transport has it, labelled.
  expect(services.taken.map(({ path }) => path).toSorted()).toEqual(['/teams', '/webhook']);
  for (const { body } of services.taken) expect(body).toContain('TEST: this is a drill');
  expect(live.messages.map(({ subject }) => subject)).toEqual([
    'Bellwether: TEST: this is a drill, and no news',
  ]);

  // Somebody opens the link of the mail and presses the button.
  const [link = ''] =
    /http\S+\/d\/\S+/.exec(JSON.stringify(live.messages))?.map((text) => text.replace(/[\\",].*/, '')) ?? [];
  const page = await (await fetch(link)).text();
  const [, token = ''] = /name="token" value="(\w+)"/.exec(page) ?? [];
  const confirmed = await fetch(link, { method: 'POST', body: new URLSearchParams({ token }) });
  expect(await confirmed.text()).toContain('Thank you');

  const stored = await stack.drills.read(id);
  const [channels, subscriptions] = [await stack.definitions.channels(), await stack.subscriptions.list()];
  const undelivered = await vi.waitFor(async () => {
    const arns = await stack.undeliveredDrill(id);
    expect(arns).toHaveLength(1);
    return arns as string[];
  }, 50_000);
  const targets = drillReport(stored!, { channels, subscriptions, undelivered, now: clock.now() });
  expect(targets.map(({ by, state, confirmations }) => [by, state, confirmations])).toEqual([
    ['email', 'accepted', 1],
    ['https', 'accepted', 0],
    ['slack', 'failed', 0],
    ['teams', 'accepted', 0],
    ['webhook', 'accepted', 0],
  ]);
  const text = printDrill(stored!.drill, targets);
  expect(text).toContain(
    'all by email: gone@acme.example is not subscribed, so it got nothing: run bellwether apply',
  );
  expect(text).toMatch(/all by slack: Slack did not take the message: .*NOBODY_HAS_SET_IT/);
  expect(text).toContain('all by https: https://broken.example/hook did not take the message');
  expect(text).not.toContain('sound.example/hook did not');
  expect(text).toContain('4 of 5 transports took the message, people confirmed on 1.');

  // It is in no list of messages and alerts, and nothing waits.
  expect(await store.messages.madeOn(NOW.slice(0, 10), 10)).toEqual([]);
  expect(await store.alerts.madeOn(NOW.slice(0, 10), 10)).toEqual([]);
  expect(await store.incidents.open()).toEqual([]);
});
