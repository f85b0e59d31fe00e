import { expect, it } from 'vitest';
import { FORMS } from '../../../../shared/render/chat/forms.ts';
import { composeDrillWithLinks } from '../../../../shared/render/message/compose-drill.ts';
import { beginDrill, serveDrill } from '../../../../shared/use-cases/deliver/run-drill.ts';
import type { DrillOrder } from '../../../../shared/domain/channels/drill.ts';
import { PublishRefused } from '../../../../shared/domain/lib/errors.ts';
import { MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import { memoryStack, NOW, openWorld } from '../open-world.ts';

const FILE = `operators: { email: [oncall@acme.example] }
channels:
  desk: { email: [desk@acme.example, new@acme.example], now: critical, brief: cron(0 12 ? * * *), slack: { webhook_secret: SLACK } }
watches:
  acme: { kind: search, query: { q: Acme }, alert: { channel: desk } }
`;

const PROGRAMS = `operators: { email: [oncall@acme.example] }
channels:
  desk: { https: ["https://sound.example/hook", "https://broken.example/hook"] }
watches:
  acme: { kind: search, query: { q: Acme }, alert: { channel: desk } }
`;

/** A stack that carries out a drill half a second after it is ordered. `refused`: what Slack answers. */
async function openDrills({
  refused,
  isTaken = true,
  file = FILE,
  undelivered = [],
}: {
  refused?: string;
  isTaken?: boolean;
  file?: string;
  undelivered?: string[] | 'unknown';
} = {}) {
  const { stack, store, clock } = memoryStack({ pending: ['new@acme.example'] });
  const links = await stack.pageLinks();
  const drill = async (order: DrillOrder) => {
    if (!isTaken) return;
    clock.at = NOW + SECOND / 2;
    const publish = async (_message: unknown, { name }: { name: string }) => {
      if (refused !== undefined && name.endsWith('slack')) throw new PublishRefused(refused);
      return 'id';
    };
    const ports = { ...store, clock, topic: { publish }, composeDrill: composeDrillWithLinks(links, FORMS) };
    const limits = { deadline: NOW + MINUTE };
    await beginDrill(order, { ...ports, transportQueue: { send: async () => undefined } }, limits);
    await serveDrill(order.id, ports, limits);
  };
  const { list } = stack.subscriptions;
  const subscriptions = {
    list: async () =>
      (await list()).map((one) =>
        one.endpoint === 'https://broken.example/hook' ? { ...one, arn: 'arn:https' } : one,
      ),
  };
  const world = openWorld({
    stack: { ...stack, drill, subscriptions, undeliveredDrill: async () => undelivered },
  });
  world.write(file);
  expect((await world.call('apply', '--yes')).code).toBe(0);
  return { ...world, store };
}

it('names what is broken and what to do, and says what would have held an alert', async () => {
  const { call } = await openDrills({ refused: 'Secret SLACK has no value. Set it.' });
  const { code, out } = await call('drill');
  expect(code).toBe(1);
  expect(out).toContain('2 of 3 transports took the message, people confirmed on 0.');
  expect(out).toContain(
    'desk by email: new@acme.example is not confirmed yet, so it got nothing: open the link',
  );
  expect(out).toContain('desk by slack: Slack did not take the message: Secret SLACK has no value. Set it.');
  expect(out).toContain('desk by email: info or warning, waiting for the brief until 2026-11-21T12:00Z');
  expect(out).toContain('No SMS was sent: add --sms to try it too. It costs money.');
});

it('reports who has confirmed and how fast, as text and as JSON', async () => {
  const { call, store } = await openDrills();
  await call('drill');
  const [drill] = await store.drills.latest(1);
  const at = NOW + 90 * SECOND;
  await store.drills.confirm(drill!.id, { channel: 'desk', by: 'slack', at }, at + MINUTE);
  const { out, code } = await call('drill', '--report');
  expect(code).toBe(1);
  expect(out).toMatch(/desk +slack +secret SLACK +accepted +0\.5 s +1, first after 90\.0 s/);
  const json = JSON.parse((await call('drill', '--report', '--json')).out);
  expect(json).toMatchObject({ id: drill!.id, sms: false, broken: 1 });
  expect(json.targets.find(({ by }: { by: string }) => by === 'slack')).toMatchObject({
    state: 'accepted',
    tookMs: 500,
    confirmations: 1,
    confirmedAfterMs: 90_000,
    problems: [],
  });
});

it('names an https address to which SNS could not deliver, and says so when that may not be read', async () => {
  const world = await openDrills({ file: PROGRAMS, undelivered: ['arn:https'] });
  const { code, out } = await world.call('drill');
  expect(code).toBe(1);
  expect(out).toContain(
    'desk by https: https://broken.example/hook did not take the message: SNS has given it up',
  );
  expect(out).not.toContain('https://sound.example/hook did not');
  expect(out).toContain('run bellwether drill --report in 2 minutes');
  const blind = await openDrills({ file: PROGRAMS, undelivered: 'unknown' });
  const unknown = await blind.call('drill');
  expect(unknown).toMatchObject({ code: 0 });
  expect(unknown.out).toContain('you may not read the queue SubscriberDeadLettersUrl (sqs:ReceiveMessage)');
});

it('refuses a report without a drill, and a stack that does not take the order', async () => {
  const { call } = await openDrills({ isTaken: false });
  expect((await call('drill', '--report')).err).toContain('There was no drill yet.');
  expect((await call('drill')).err).toContain('has not taken the drill from its queue within 30 seconds');
});
