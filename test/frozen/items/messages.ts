import { AT, DAY, END, HOUR, type Kind, MINUTE } from './kind.ts';

// Messages in each state of their delivery, and what a channel remembers of its sending.

const message = {
  id: 'message-1',
  channel: 'newsroom',
  alertIds: ['alert-1', 'alert-2'],
  severity: 'warning',
  texts: {
    subject: 'Acme opens a plant in Lyon',
    email: 'Acme opens a plant in Lyon.',
    sms: 'Acme: plant',
    json: '{"alerts":[]}',
  },
  sms: { parts: 1, numbers: 2, cost: 0.14 },
  attributes: { watch: 'acme-news', kind: 'search', brand: 'acme', companies: '["S-1042"]' },
  createdAt: AT,
  expiresAt: END,
} as const;

const ways = [
  ['claimed', { tries: 1, retryAt: AT + MINUTE }],
  ['accepted', { tries: 1, retryAt: AT, snsMessageId: 'id-of-sns' }],
  ['unsure', { tries: 2, retryAt: AT + MINUTE, error: 'no answer' }],
  ['failed', { tries: 3, retryAt: AT + 4 * MINUTE, error: 'refused' }],
  ['dead', { tries: 5, retryAt: AT, error: 'refused' }],
] as const;
const moved = ways.map(([state, facts]) => ({
  message: { ...message, id: `message-${state}`, channel: 'board', createdAt: AT + DAY },
  delivery: { state, ...facts },
}));
const bare = {
  id: 'message-2',
  channel: 'newsroom',
  alertIds: ['alert-3'],
  severity: 'info',
  texts: { subject: 'Acme', email: 'Acme.', json: '{}' },
  attributes: {},
  createdAt: AT + MINUTE,
  expiresAt: END,
} as const;
const listed = { sms: 3, json: 40 } as const;
const partly = { id: 'message-3', channel: 'storm', createdAt: AT + 2 * DAY, listed } as const;
const notified = {
  messageId: 'message-1',
  at: AT,
  stories: [
    {
      alertIds: ['alert-1', 'alert-2'],
      watches: ['acme-news', 'globex-news'],
      severity: 'warning',
      protocols: ['email', 'sms', 'https', 'queue'],
      storyIds: ['story-1', 'story-2'],
      articles: ['article-1', 'https://news.example/1'],
    },
  ],
} as const;
const recognised = {
  ...notified,
  at: AT + MINUTE,
  stories: notified.stories.map((story) => ({
    ...story,
    queried: ['acme'],
    signature: {
      id: 'alert-1',
      firstAt: AT - HOUR,
      lastAt: AT,
      articles: 1.97,
      texts: 1,
      title: new Map([
        ['acme', 1.97],
        ['plant', 1],
      ]),
      text: new Map([['lyon', 1]]),
      headlines: [{ title: 1, series: 2, outlet: 3, at: AT, words: ['acme', 'plant'] }],
    },
  })),
};
const pending = { state: 'pending', tries: 0 } as const;
const lease = { owner: 'deliverer-1', until: AT + MINUTE };

/** As long as what is kept of an article. */
const long = Array.from({ length: 40 }, (_, n) => `Acme said on day ${n} that its plant is open.`).join(' ');
const sent = {
  message: {
    ...message,
    id: 'message-long',
    channel: 'quoting',
    texts: { ...message.texts, email: long, body: long },
    createdAt: AT + 5 * DAY,
  },
  delivery: { state: 'accepted', tries: 1, retryAt: AT, snsMessageId: 'id-of-sns' },
} as const;

const waiting = {
  message: { ...sent.message, id: 'message-waiting', channel: 'waiting', createdAt: AT + 6 * DAY },
  delivery: { state: 'pending', tries: 0, retryAt: AT + 6 * DAY },
} as const;

export const messages: readonly Kind[] = [
  {
    name: 'a message that waits to be sent',
    write: (adapters) => adapters.messages.put(message),
    read: async (adapters) => [
      await adapters.messages.get('message-1'),
      (await adapters.outbox.due('newsroom', AT, 10)).messages.map((stored) => stored.message.id),
      (await adapters.messages.madeOn('2026-11-20', 10)).map((stored) => stored.message.id),
    ],
    is: [{ message, delivery: { ...pending, retryAt: AT } }, ['message-1'], ['message-1', 'message-2']],
  },
  {
    name: 'a message with no more than it must have',
    write: (adapters) => adapters.messages.put(bare),
    read: (adapters) => adapters.messages.get('message-2'),
    is: { message: bare, delivery: { ...pending, retryAt: bare.createdAt } },
  },
  {
    name: 'a message in each state after that',
    async write(adapters) {
      for (const one of moved) {
        await adapters.messages.put(one.message);
        const stored = await adapters.messages.get(one.message.id);
        await adapters.messages.move(stored!, one.delivery);
      }
    },
    read: async (adapters) => [
      await Promise.all(moved.map((one) => adapters.messages.get(one.message.id))),
      (await adapters.messages.dead()).map((stored) => stored.message.id),
      (await adapters.outbox.due('board', AT + MINUTE, 10)).messages
        .map((stored) => stored.delivery.state)
        .toSorted(),
    ],
    is: [moved, ['message-dead'], ['claimed', 'unsure']],
  },
  {
    name: 'the gate of a channel that is sending',
    async write({ gate }) {
      await gate.enter('newsroom', lease, AT);
      await gate.note('newsroom', lease, [AT - HOUR, AT]);
    },
    read: async ({ gate, life }) => [
      await life.lastSign('newsroom', AT + DAY),
      await gate.enter('newsroom', { owner: 'deliverer-2', until: AT + HOUR }, AT),
      await gate.enter('newsroom', { owner: 'deliverer-2', until: AT + HOUR }, AT + 2 * MINUTE),
    ],
    is: [AT, undefined, [AT - HOUR, AT]],
  },
  {
    name: 'the gate of a channel that is sending a critical message',
    async write({ gate }) {
      await gate.enter('desk', { ...lease, urgency: 'critical' }, AT);
      await gate.note('desk', { ...lease, urgency: 'critical' }, [AT], []);
    },
    read: async ({ gate }) => [
      await gate.enter('desk', { owner: 'deliverer-2', until: AT, urgency: 'critical' }, AT),
      await gate.enter('desk', { owner: 'deliverer-2', until: AT, urgency: 'normal' }, AT),
    ],
    is: [undefined, [AT]],
  },
  {
    name: 'a channel that never sent',
    write: ({ life }) => life.lastSign('quiet', AT),
    read: ({ life }) => life.lastSign('quiet', AT + DAY),
    is: AT,
  },
  {
    name: 'what a channel does not repeat',
    write: ({ cooldowns }) => cooldowns.note('newsroom', { topic: 'topic-1', at: AT, until: AT + DAY }),
    read: async ({ cooldowns }) => [...(await cooldowns.lastNotified('newsroom', ['topic-1', 'topic-2']))],
    is: [['topic-1', AT]],
  },
  {
    name: 'a message that lists only the first of its stories in its SMS and its document',
    write: (adapters) => adapters.messages.put({ ...bare, ...partly }),
    read: async (adapters) => (await adapters.messages.get('message-3'))?.message.listed,
    is: listed,
  },
  {
    name: 'the stories that a channel was notified of',
    write: ({ channelStories }) => channelStories.note('newsroom', { ...notified, until: AT + 3 * DAY }),
    read: async ({ channelStories }) => (await channelStories.since('newsroom', AT, 10)).at(-1),
    is: notified,
  },
  {
    name: 'the stories that a channel was notified of, with the words by which they are recognised',
    write: ({ channelStories }) => channelStories.note('newsroom', { ...recognised, until: AT + 3 * DAY }),
    read: async ({ channelStories }) => (await channelStories.since('newsroom', AT, 10))[0],
    is: recognised,
  },
  {
    name: 'a message with long texts that was sent',
    async write(adapters) {
      await adapters.messages.put(sent.message);
      const stored = await adapters.messages.get('message-long');
      await adapters.messages.move(stored!, sent.delivery);
    },
    read: (adapters) => adapters.messages.get('message-long'),
    is: sent,
  },
  {
    name: 'a message with long texts that waits to be sent, which a version before can send',
    write: (adapters) => adapters.messages.put(waiting.message),
    read: async (adapters) => (await adapters.outbox.due('waiting', AT + 6 * DAY, 10)).messages,
    is: [waiting],
  },
];
