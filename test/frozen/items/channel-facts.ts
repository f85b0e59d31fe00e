import { AT, DAY, HOUR, type Kind, MINUTE } from './kind.ts';

// What people and the upkeep note: plans, silences, what is broken, locks.

const budget = {
  service: 'extraction',
  askedAt: AT,
  figures: { allowed: 6_000, left: 1_200, slots: { allowed: 4, busy: 1 } },
  readAt: AT,
  renewsBy: AT + 31 * DAY,
  error: 'no answer',
  pacedAt: AT,
  isShort: true,
} as const;
const budgets = [
  budget,
  { service: 'news', askedAt: AT },
  { service: 'events', askedAt: AT, isShort: false },
] as const;

const unsubscribed = [
  { lane: 'press~ses', recipient: 'AbCdEfGhIj', at: AT },
  { lane: 'press~ses', recipient: 'BbCdEfGhIj', at: AT, undoneAt: AT + HOUR },
];
const silence = {
  id: 'silence-01234',
  matchers: {
    watch: ['acme-news'],
    brand: ['acme'],
    channel: ['press-team'],
    severity: ['info', 'warning', 'critical'],
    domain: ['news.example'],
    words: ['quarterly figures'],
  },
  owner: 'jane',
  reason: 'we publish our figures',
  startsAt: AT,
  endsAt: AT + 8 * HOUR,
} as const;

const storySilence = {
  ...silence,
  id: 'silence-56789',
  matchers: { watch: ['acme-news'], channel: ['press-team'], words: ['story story-1'] },
  stories: ['story-1', 'story-2'],
};

const kinds = ['acknowledge', 'less-outlet', 'mute-story', 'not-relevant'] as const;
const actions = kinds.map((kind, n) => ({
  kind,
  watchId: 'acme-news',
  alertId: 'alert-1',
  lane: 'press-team~slack',
  story: 'story-1',
  domain: 'news.example',
  at: AT + n,
  ...(kind === 'mute-story' && { silenceId: 'silence-56789', mutedUntil: AT + DAY, undoneAt: AT + HOUR }),
  expiresAt: AT + 400 * DAY,
}));

const order = { watchId: 'acme-news', story: 'story-1', revision: 2, expiresAt: AT + 400 * DAY };
const storyOrdersGiven = [
  { ...order, kind: 'join', about: 'story-2', at: AT },
  { ...order, kind: 'mute', at: AT, silenceId: 'silence-56789', mutedUntil: AT + DAY },
  {
    ...order,
    kind: 'split',
    about: 'article-1',
    at: AT,
    undoneAt: AT + 1,
    stories: ['story-1', 'story-3'],
    result: 'done',
  },
] as const;

const incidents = (
  [
    'failing',
    'key',
    'plan',
    'quota',
    'query',
    'open-window',
    'no-subscriber',
    'dead-delivery',
    'withdrawn',
    'budget',
    'late-job',
    'failed-job',
    'monitor-off',
    'unreadable-delivery',
    'watchlist',
  ] as const
).map((kind) => ({
  subject: `watch:acme-news:${kind}`,
  kind,
  since: AT,
  watchId: 'acme-news',
  text: 'What happened, what it means, what to do.',
}));

const pressAddress = {
  protocol: 'email',
  endpoint: 'press@acme.example',
  channels: ['press-team'],
  arn: 'arn:aws:sns:eu-west-1:000000000000:alerts:8a1c',
  askedAt: AT,
} as const;
const removedAddress = {
  protocol: 'https',
  endpoint: 'https://hooks.acme.example/a',
  channels: ['press-team'],
  askedAt: AT,
  isUnsettled: true,
} as const;

const keptAddress = {
  protocol: 'queue',
  endpoint: 'arn:aws:sqs:eu-west-1:000000000000:newsroom',
  channels: ['press-team'],
  arn: 'arn:aws:sns:eu-west-1:000000000000:alerts:9b2d',
  askedAt: AT,
  keepsFailures: true,
} as const;

export const channelFacts: readonly Kind[] = [
  {
    name: 'what is known of the plan of each service',
    write: (adapters) => Promise.all(budgets.map((one) => adapters.budgets.put(one))),
    read: (adapters) => Promise.all(budgets.map(({ service }) => adapters.budgets.get(service))),
    is: budgets,
  },
  {
    name: 'a silence',
    write: ({ silences }) => silences.put(silence),
    read: async ({ silences }) => (await silences.since(AT)).filter(({ id }) => id === silence.id),
    is: [silence],
  },
  {
    name: 'a silence of a story',
    write: ({ silences }) => silences.put(storySilence),
    read: async ({ silences }) => (await silences.since(AT)).filter(({ id }) => id === storySilence.id),
    is: [storySilence],
  },
  {
    name: 'what readers did',
    write: async ({ readerActions }) => {
      for (const action of actions) await readerActions.put(action);
    },
    read: ({ readerActions }) => readerActions.of('acme-news'),
    is: actions,
  },
  {
    name: 'what people have ordered about stories',
    write: async ({ storyOrders }) => {
      for (const order of storyOrdersGiven) await storyOrders.put(order);
    },
    read: async ({ storyOrders }) => [
      await storyOrders.of('acme-news'),
      (await storyOrders.waiting(10)).map(({ kind }) => kind),
    ],
    is: [storyOrdersGiven, ['join', 'split']],
  },
  {
    name: 'who has unsubscribed from mail',
    write: async ({ unsubscriptions }) => {
      for (const record of unsubscribed) await unsubscriptions.put(record);
    },
    read: ({ unsubscriptions }) => unsubscriptions.of('press~ses'),
    is: unsubscribed,
  },
  {
    name: 'something broken of each kind',
    write: (adapters) => Promise.all(incidents.map((one) => adapters.incidents.raise(one))),
    read: async (adapters) => [
      await Promise.all(incidents.map(({ subject }) => adapters.incidents.get(subject))),
      (await adapters.incidents.open()).length,
    ],
    is: [incidents, incidents.length],
  },
  {
    name: 'the subscriptions that we made',
    write: async ({ subscriptionRecords }) => {
      await subscriptionRecords.put(pressAddress);
      await subscriptionRecords.put(removedAddress);
      await subscriptionRecords.put(keptAddress);
      await subscriptionRecords.noteAdopted();
    },
    read: ({ subscriptionRecords }) => subscriptionRecords.all(),
    is: { adopted: true, records: [keptAddress, removedAddress, pressAddress] },
  },
  {
    name: 'a named lock',
    write: ({ leases }) => leases.take('apply-watches', { owner: 'deployment-1', until: AT + MINUTE }, AT),
    // Held by another, and free once its time is over.
    read: async ({ leases }) => [
      await leases.take('apply-watches', { owner: 'deployment-2', until: AT + HOUR }, AT),
      await leases.take('apply-watches', { owner: 'deployment-2', until: AT + HOUR }, AT + 2 * MINUTE),
    ],
    is: [false, true],
  },
];
