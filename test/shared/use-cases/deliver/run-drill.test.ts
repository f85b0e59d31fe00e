import { expect, it } from 'vitest';
import type { Message } from '../../../../shared/domain/alerts/message.ts';
import { PublishRefused } from '../../../../shared/domain/lib/errors.ts';
import { linkPurpose, openSigned } from '../../../../shared/domain/pages/signed-link.ts';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { FORMS } from '../../../../shared/render/chat/forms.ts';
import { composeDrillWithLinks } from '../../../../shared/render/message/compose-drill.ts';
import { beginDrill, serveDrill } from '../../../../shared/use-cases/deliver/run-drill.ts';
import { aChannel, NOON } from '../../../ports/examples.ts';
import { heldClock } from '../../../ports/memory-services.ts';
import { memoryStore } from '../../../store/memory-store.ts';

const KEYS = ['a-key'];
const LINKS = { base: 'https://pages.example.com', keys: KEYS };
const ID = 'aB3dE6gH9j';
const LIMITS = { deadline: NOON + MINUTE };

/** Three channels with every transport; `broken` refuses. */
async function openDrill({ broken }: { broken?: string } = {}) {
  const store = memoryStore();
  const clock = heldClock(NOON);
  const channel = aChannel({
    sms: ['+33600000000'],
    https: ['https://hook.example/1'],
    now: 'critical',
    brief: 'cron(0 8 ? * * *)',
    transports: {
      slack: { webhookSecret: 'SLACK' },
      teams: { webhookSecret: 'TEAMS' },
      pagerduty: { keySecret: 'PAGER', minSeverity: 'critical' },
      webhook: { url: 'https://hook.example/2', secret: 'HOOK' },
      eventbridge: { bus: 'default' },
      ses: { from: 'news@acme.example', to: ['pat@acme.example'] },
    },
  });
  await store.definitions.putChannel(channel);
  await store.definitions.putChannel(aChannel({ name: 'operators' }));
  const sent: [string, Message][] = [];
  const ordered: [readonly string[], string | undefined][] = [];
  const ports = {
    ...store,
    clock,
    topic: {
      publish: async (message: Message, { name }: { name: string }) => {
        if (name === broken) throw new PublishRefused('The channel is archived. Name another one.');
        sent.push([name, message]);
        return 'id';
      },
    },
    transportQueue: {
      send: async (channels: readonly string[], { drill }: { drill?: string } = {}) =>
        void ordered.push([channels, drill]),
    },
    composeDrill: composeDrillWithLinks(LINKS, FORMS),
  };
  return { store, ports, sent, ordered };
}

const order = { id: ID, sms: false, orderedAt: NOON - 500 };
const textsOf = ({ texts }: Message) =>
  `${texts.subject}\n${texts.email}\n${texts.sms ?? ''}\n${texts.body ?? texts.json}`;

it('goes to every lane at once, labelled as a test, with a link of its own for each way', async () => {
  const { ports, sent, ordered, store } = await openDrill();
  await beginDrill(order, ports, LIMITS);
  expect(ordered).toEqual([[['press-team'], ID]]);
  await serveDrill(ID, ports, LIMITS);
  expect(sent.map(([lane]) => lane).toSorted()).toEqual([
    'operators',
    'press-team',
    'press-team~eventbridge',
    'press-team~pagerduty',
    'press-team~pagerduty',
    'press-team~ses',
    'press-team~slack',
    'press-team~teams',
    'press-team~webhook',
  ]);
  for (const [lane, message] of sent) {
    const text = textsOf(message);
    expect([lane, text.includes('TEST: this is a drill')]).toEqual([lane, true]);
    expect(message.texts.sms).toBeUndefined();
    const [, signed = '', target = ''] = /example\.com\/d\/(\w+)\/([\w%~-]+)/.exec(text) ?? [];
    expect(openSigned(signed, { purpose: linkPurpose('d', decodeURIComponent(target)), keys: KEYS })).toBe(
      ID,
    );
  }
  const pager = sent
    .filter(([lane]) => lane.endsWith('pagerduty'))
    .map(([, { texts }]) => JSON.parse(texts.body!));
  expect(pager.map(({ events }) => [events[0].event_action, events[0].dedup_key])).toEqual([
    ['trigger', `drill-${ID}`],
    ['resolve', `drill-${ID}`],
  ]);
  const stored = await store.drills.read(ID);
  expect(stored?.results.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(stored?.results.map(({ by }) => by).toSorted()).toEqual(
    stored?.drill.targets.map(({ by }) => by).toSorted(),
  );
});

it('leaves nothing behind but its own items: no alert, message, story, claim, sending time or count', async () => {
  const { ports, store } = await openDrill();
  const contentOf = () => store.table.items().filter(({ pk }) => !pk.startsWith('DRILL'));
  const before = contentOf();
  await beginDrill(order, ports, LIMITS);
  await serveDrill(ID, ports, LIMITS);
  expect(contentOf()).toEqual(before);
  expect(await store.gate.enter('press-team', { owner: 'test', until: NOON + 1 }, NOON)).toEqual([]);
  expect(await store.incidents.open()).toEqual([]);
});

it('names the lane that fails, sends the others, and sends only that one again when the order is repeated', async () => {
  const { ports, sent, store } = await openDrill({ broken: 'press-team~slack' });
  await beginDrill(order, ports, LIMITS);
  await serveDrill(ID, ports, LIMITS);
  const failed = (await store.drills.read(ID))?.results.filter(({ state }) => state === 'failed');
  expect(failed).toEqual([
    {
      channel: 'press-team',
      by: 'slack',
      state: 'failed',
      at: NOON,
      error: 'The channel is archived. Name another one.',
    },
  ]);
  const before = sent.length;
  expect(before).toBe(8);
  const publish = async (message: Message, { name }: { name: string }) => {
    sent.push([name, message]);
    return 'id';
  };
  const mended = { ...ports, topic: { publish } };
  await beginDrill(order, mended, LIMITS);
  await serveDrill(ID, mended, LIMITS);
  expect(sent.slice(before).map(([lane]) => lane)).toEqual(['press-team~slack']);
});

it('sends SMS only when it is asked to, in one part, and says what would have held an alert', async () => {
  const { ports, sent, store } = await openDrill();
  await beginDrill({ ...order, sms: true, channels: ['press-team'] }, ports, LIMITS);
  expect(sent.map(([lane]) => lane)).toEqual(['press-team']);
  expect(sent[0]?.[1].texts.sms).toMatch(/^TEST by Bellwether, no news\. Confirm: https:/);
  const targets = (await store.drills.read(ID))?.drill.targets;
  const email = targets?.find(({ by }) => by === 'email');
  expect(email?.holds.map(({ severity, because }) => `${severity} ${because}`)).toEqual([
    'info brief',
    'warning brief',
  ]);
  const pager = targets?.find(({ by }) => by === 'pagerduty');
  expect(pager?.holds.map(({ severity, because }) => `${severity} ${because}`)).toEqual([
    'info below-severity',
    'warning below-severity',
  ]);
});
