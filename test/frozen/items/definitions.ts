import { AT, DAY, HOUR, type Kind, MINUTE } from './kind.ts';

// What `watches.yaml` asks for, as the table keeps it.

const watch = {
  id: 'acme-news',
  kind: 'search',
  query: { q: 'Acme', lang: ['en', 'fr'], word_count_min: 80, ranked_only: false },
  schedule: 'rate(15 minutes)',
  timezone: 'Europe/Paris',
  overlap: HOUR,
  lookback: DAY,
  firstRun: 'silent',
  brand: 'acme',
  severity: 'warning',
  priority: 7,
  alert: {
    when: 'story',
    channel: 'press-team',
    settings: { count: 50, of: 'articles', names: ['amount', 'valuation'] },
    grows: { outlets: 10, topRank: 1_000, sentiment: -0.3 },
  },
  exclude: { domains: ['spam.example'], phrases: ['acme comics'] },
  keep: 'full',
  retention: 400 * DAY,
  storyMemory: 30 * DAY,
  prices: { perRecord: 10, perLiteJob: 100 },
  version: 'a-version',
  monitor: { backfill: true },
  watchlist: 'suppliers',
  disabled: true,
} as const;

const watchKinds = [
  'search',
  'headlines',
  'breaking',
  'authors',
  'links',
  'similar',
  'volume',
  'events',
  'extraction',
] as const;
const policies = [
  'story',
  'finding',
  'volume',
  'spike',
  'silence',
  'first_seen',
  'sentiment',
  'change',
] as const;
const eachKind = watchKinds.map(
  (kind) => ({ ...watch, id: `kind-${kind}`, kind, firstRun: 'tell' }) as const,
);
const eachPolicy = policies.map((when) => ({
  ...watch,
  id: `policy-${when.replace('_', '-')}`,
  alert: { when, channel: 'board' },
}));

const channel = {
  name: 'press-team',
  email: ['press@acme.example'],
  sms: ['+33600000000'],
  https: ['https://hooks.acme.example/news'],
  queue: ['arn:aws:sqs:eu-west-1:000000000000:acme-alerts'],
  timezone: 'Europe/Paris',
  minSeverity: 'info',
  companies: ['Acme Corp'],
  quietHours: { from: '22:00', to: '07:00', except: 'critical' },
  digest: 'cron(0 8 ? * MON-FRI *)',
  grouping: {
    by: ['watch', 'brand', 'severity', 'story'],
    wait: 30_000,
    interval: 5 * MINUTE,
    repeat: DAY,
  },
  stormCap: 20,
  smsPrice: 0.07,
} as const;

/** What a watch and a channel have had since stories climb. */
const climbing = {
  ...watch,
  id: 'climbing',
  severity: 'info',
  raise: [
    { to: 'warning', outlets: 3, countries: 2 },
    { to: 'critical', outlets: 10, topRank: 1_000, sentiment: -0.3 },
    {
      to: 'critical',
      where: {
        number_of_people_laid_off: { gte: 500, lte: 90_000 },
        event_date: { gte: '2026-11-01' },
        company_name: ['Acme', 'Globex'],
      },
    },
  ],
  alert: { when: 'story', channel: 'press-team', channels: ['press-team', 'duty'] },
} as const;
const duty = {
  ...channel,
  name: 'duty',
  now: 'warning',
  protocolSeverity: { sms: 'critical' },
  transports: {
    ses: { from: 'news@acme.example', to: ['board@acme.example'], minSeverity: 'warning' },
    slack: { channel: '#press', tokenSecret: 'SLACK_TOKEN' },
    teams: { webhookSecret: 'TEAMS_URL' },
    pagerduty: { keySecret: 'PAGER_KEY', minSeverity: 'critical' },
    webhook: { url: 'https://hooks.acme.example/news', secret: 'HOOK_SECRET' },
    eventbridge: { bus: 'acme-news' },
  },
} as const;
const slackPosts = {
  ...channel,
  name: 'posts',
  transports: { slack: { webhookSecret: 'SLACK_URL', minSeverity: 'info' } },
} as const;

const watchlist = {
  name: 'suppliers',
  companies: [
    {
      key: 'S-1042',
      name: 'Initech',
      domain: 'initech.example',
      description: 'Makes printers.',
      alternativeNames: ['Initech SA'],
      keyPersons: ['Bill Lumbergh'],
    },
  ],
};

const removed = {
  watchId: 'old-news',
  brand: 'acme',
  retention: 400 * DAY,
  removedAt: AT,
  expiresAt: AT + 400 * DAY,
};

export const definitions: readonly Kind[] = [
  {
    name: 'a watch with all that it may have',
    write: ({ definitions }) => definitions.putWatch(watch),
    read: async ({ definitions }) => [
      await definitions.watch('acme-news'),
      (await definitions.watches()).find(({ id }) => id === 'acme-news'),
    ],
    is: [watch, watch],
  },
  {
    name: 'a watch of each kind',
    write: ({ definitions }) => Promise.all(eachKind.map((one) => definitions.putWatch(one))),
    read: ({ definitions }) => Promise.all(eachKind.map(({ id }) => definitions.watch(id))),
    is: eachKind,
  },
  {
    name: 'a watch of each policy',
    write: ({ definitions }) => Promise.all(eachPolicy.map((one) => definitions.putWatch(one))),
    read: ({ definitions }) => Promise.all(eachPolicy.map(({ id }) => definitions.watch(id))),
    is: eachPolicy,
  },
  {
    name: 'a channel with all that it may have',
    write: ({ definitions }) => definitions.putChannel(channel),
    read: async ({ definitions }) => [await definitions.channel('press-team'), await definitions.channels()],
    is: [channel, [duty, slackPosts, channel]],
  },
  {
    name: 'a watch whose stories climb, with two channels',
    write: ({ definitions }) => definitions.putWatch(climbing),
    read: ({ definitions }) => definitions.watch('climbing'),
    is: climbing,
  },
  {
    name: 'channels with other transports than SNS',
    write: ({ definitions }) => Promise.all([duty, slackPosts].map((one) => definitions.putChannel(one))),
    read: ({ definitions }) => Promise.all(['duty', 'posts'].map((name) => definitions.channel(name))),
    is: [duty, slackPosts],
  },
  {
    name: 'a watchlist',
    write: ({ lists }) => lists.put(watchlist),
    read: ({ lists }) => lists.all(),
    is: [watchlist],
  },
  {
    name: 'a watch that was removed',
    write: ({ removedWatches }) => removedWatches.note(removed),
    read: ({ removedWatches }) => removedWatches.all(AT),
    is: [removed],
  },
];
