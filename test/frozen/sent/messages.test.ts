import { afterAll, beforeAll, expect, it } from 'vitest';
import { snsSubscriptions } from '../../../shared/aws/sns/sns-subscriptions.ts';
import { snsTopic } from '../../../shared/aws/sns/sns-topic.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import { aChannel, aFinding } from '../../ports/examples.ts';
import { openTopicEngine, TOPIC } from '../../ports/topic-on-engine.ts';
import { frozen } from '../frozen.ts';
import { alertsByOccasion } from '../items/alerts.ts';

// Programs of the users read what is published: the JSON, and the attributes by which they filter.

const folder = import.meta.dirname;
const now = 1_795_176_000_000;
const channel = aChannel({ name: 'newsroom', sms: ['+33600000000'] });

let engine: Awaited<ReturnType<typeof openTopicEngine>>;
beforeAll(async () => {
  engine = await openTopicEngine();
});
afterAll(() => engine.close());

it('the JSON of an alert, for each occasion', async () => {
  const linkOf = () => 'https://pages.example/r/a-link';
  const documents = alertsByOccasion.map((alert) => {
    const { texts } = composeMessage([alert], { channel, now, linkOf });
    return JSON.parse(texts.json) as object;
  });
  expect(documents).toEqual(await frozen(documents, { folder, file: 'alerts-as-json.json' }));
});

it('why alerts stand in one message', async () => {
  const [first, second] = alertsByOccasion;
  const said = (['group', 'digest', 'quiet-hours', 'storm'] as const).map((because) => {
    const { texts } = composeMessage([first!, second!], { channel, now, because });
    return (JSON.parse(texts.json) as { because: string }).because;
  });
  expect(said).toEqual(await frozen(said, { folder, file: 'because.json' }));
});

it('the attributes of a message, and the protocols that have a text', async () => {
  const items = [{ ...aFinding(1), entities: [{ name: 'Acme Corp', key: 'S-1042' }, { name: 'Globex' }] }];
  const message = composeMessage([{ ...alertsByOccasion[0]!, items }], { channel, now });
  await snsTopic(engine.sns, TOPIC).publish(message, channel);
  const sent = new URLSearchParams(engine.proxy.passages.at(-1)?.body);
  const published = {
    attributes: engine.captured.at(-1)?.attributes,
    protocols: Object.keys(JSON.parse(sent.get('Message') ?? '') as object),
  };
  expect(published).toEqual(await frozen(published, { folder, file: 'published.json' }));
});

it('the filters of our own subscriptions: those that stand are ours by nothing else', async () => {
  const subscriptions = snsSubscriptions(engine.sns, TOPIC);
  const filters: unknown[] = [];
  for (const [protocol, endpoint] of [
    ['email', 'press@acme.example'],
    ['sms', '+33600000000'],
  ] as const) {
    await subscriptions.subscribe({ protocol, endpoint, channels: ['newsroom', 'board'] });
    const sent = new URLSearchParams(engine.proxy.passages.at(-1)?.body);
    filters.push([...sent].filter(([name]) => name.startsWith('Attributes.')).map(([, value]) => value));
  }
  expect(filters).toEqual(await frozen(filters, { folder, file: 'filters.json' }));
});
