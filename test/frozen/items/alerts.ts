import { AT, DAY, END, HOUR, type Kind, MINUTE } from './kind.ts';

// Alerts for each occasion, and in each state.

const item = {
  fingerprint: 'article-1',
  title: 'Acme opens a plant in Lyon',
  link: 'https://news.example/1',
  outlet: { domain: 'news.example', name: 'The News', country: 'US', rank: 1_000 },
  publishedAt: AT - 2 * HOUR,
  indexedAt: AT - HOUR,
  snippet: 'Acme said so on Friday.',
  matched: ['Acme'],
  language: 'en',
  entities: [
    { name: 'Acme Corp', key: 'S-1042', score: 9, relation: 'opens it', role: 'event_associated' },
    { name: 'Globex' },
  ],
  companies: ['Acme Corp'],
  tags: { event_type: 'opening', sector: 'batteries' },
} as const;

const story = {
  id: 'story-1',
  articles: 12,
  outlets: 9,
  countries: 3,
  bestRank: 900,
  sentiment: -0.25,
  silent: {
    count: 2,
    shown: [
      { title: 'Acme opens plant', link: 'https://other.example/1', domain: 'other.example' },
      { title: 'A plant' },
    ],
  },
} as const;

const head = {
  channel: 'press-team',
  severity: 'critical',
  watchId: 'acme-news',
  watchVersion: 'a-version',
  watchKind: 'search',
  brand: 'acme',
  createdAt: AT,
  expiresAt: END,
  items: [item],
  story,
} as const;
const alert = { ...head, id: 'alert-1', occasion: { type: 'story' } } as const;

const detection = {
  text: 'Far more than usual.',
  short: 'Spike',
  period: { from: AT - 6 * HOUR, to: AT },
  seen: { articles: 40, stories: 12 },
  expected: { articles: 8, stories: 3 },
  figures: { factor: 3, least: 10 },
  changes: [{ name: 'amount', from: '50', to: '80' }],
};
const detections = ['volume', 'spike', 'silence', 'first_seen', 'sentiment', 'change'] as const;
const milestones = ['outlets', 'top-rank', 'negative'] as const;

const occasions = [
  { type: 'finding' },
  ...detections.map((type) => ({ type, ...detection })),
  ...milestones.map((milestone) => ({ type: 'growth', milestone, value: 20 }) as const),
  { type: 'base', found: 12, window: { from: AT - DAY, to: AT } },
  { type: 'trouble', trouble: 'failing', cured: false, text: 'What to do.', reminder: 2 },
  { type: 'trouble', trouble: 'late-job', cured: true, text: 'It is over.' },
  {
    type: 'report',
    reportId: 'acme-weekly',
    title: 'Acme in the news',
    first: '2026-11-09',
    last: '2026-11-15',
    body: '3 articles.',
  },
  {
    type: 'life-sign',
    since: AT - 7 * DAY,
    until: AT,
    watches: 2,
    due: 100,
    checked: 99,
    behind: [{ watchId: 'acme-news', due: 50, checked: 49 }],
  },
] as const;
/** What is not about a watch has nothing of one. */
const OWN = ['trouble', 'report', 'life-sign'];
const own = { channel: 'newsroom', createdAt: AT + DAY, expiresAt: END, items: [] };
export const alertsByOccasion = occasions.map((occasion, n) => ({
  ...(OWN.includes(occasion.type) ? own : { ...head, ...own, items: [item] }),
  id: `occasion-${n}`,
  occasion,
  severity: (['info', 'warning', 'critical'] as const)[n % 3]!,
  createdAt: own.createdAt + n,
}));

const reasons = ['quiet-hours', 'digest', 'group', 'storm-cap'] as const;
const held = reasons.map((heldFor, n) => ({
  alert: { ...alert, id: `held-${n}`, channel: 'board' },
  state: { state: 'pending', dueAt: AT + HOUR + n, heldFor },
}));
const ended = [
  { state: 'told', messageId: 'message-1' },
  { state: 'silenced', silenceId: 'silence-01234', reason: 'we publish our figures' },
  { state: 'dropped', reason: 'The watch is gone.' },
] as const;

const ofEnd = ended.map((state, n) => ({
  alert: { ...alert, id: `ended-${n}`, createdAt: AT + 2 * DAY },
  state,
}));

const joinedAlert = { ...alert, id: 'joined-1', channel: 'desk', createdAt: AT + 4 * DAY };
const joined = {
  state: 'dropped',
  reason: 'watch globex-news had notified the channel of its story, with alert alert-7',
  joinedTo: { alertId: 'alert-7', watchId: 'globex-news', messageId: 'message-7' },
} as const;

const discovered = {
  ...alert,
  id: 'discovered-1',
  channel: 'managers',
  createdAt: AT + 3 * DAY,
  discovery: {
    run: { id: 'queue-message-1', track: 'live', scheduledFor: AT },
    window: { from: AT - HOUR, to: AT },
    requestId: 'request-1',
    hits: 41,
    late: true,
  },
  timezone: 'Europe/Paris',
} as const;

const grown = {
  ...alert,
  id: 'grown-1',
  channel: 'investors',
  createdAt: AT + 5 * DAY,
  items: [
    {
      ...item,
      facts: { company_name: 'Acme', number_of_people_laid_off: '500' },
      articles: [{ title: 'Acme cuts jobs', link: 'https://news.example/2', publishedAt: AT }],
      articleCount: 31,
    },
  ],
  story: { ...story, others: [{ title: 'A third report', domain: 'third.example' }] },
} as const;

/** As long as what is kept of an article. */
const long = Array.from({ length: 40 }, (_, n) => `Acme said on day ${n} that its plant is open.`).join(' ');
const quoting = {
  ...alert,
  id: 'quoting-1',
  channel: 'quoting',
  createdAt: AT + 5 * DAY,
  items: [{ ...item, snippet: long }],
} as const;

export const alerts: readonly Kind[] = [
  {
    name: 'an alert that is due',
    write: (adapters) => adapters.alerts.put(alert, { dueAt: AT }),
    read: async (adapters) => [
      await adapters.alerts.get('alert-1'),
      await adapters.outbox.hasWork('press-team', AT),
      await adapters.outbox.hasWork('press-team', AT - 1),
      (await adapters.outbox.due('press-team', AT, 10)).alerts,
      (await adapters.alerts.madeIn(AT)).map(({ alert: { id } }) => id),
    ],
    is: [
      { alert, state: { state: 'pending', dueAt: AT } },
      true,
      false,
      [{ alert, state: { state: 'pending', dueAt: AT } }],
      ['alert-1', 'held-0', 'held-1', 'held-2', 'held-3'],
    ],
  },
  {
    name: 'an alert of each occasion',
    async write(adapters) {
      for (const one of alertsByOccasion) await adapters.alerts.put(one, { dueAt: AT });
    },
    read: async (adapters) => [
      (await adapters.alerts.madeOn('2026-11-21', 100)).map((stored) => stored.alert),
      (await adapters.alerts.latestOn('2026-11-21', 1)).map((stored) => stored.alert.id),
    ],
    is: [alertsByOccasion, [`occasion-${alertsByOccasion.length - 1}`]],
  },
  {
    name: 'an alert that is held, for each reason',
    async write(adapters) {
      for (const one of held) await adapters.alerts.put(one.alert, one.state);
    },
    read: (adapters) => adapters.alerts.held('board', 10),
    is: held,
  },
  {
    name: 'an alert that is in a message, one that is muted, one that was dropped',
    async write(adapters) {
      for (const one of ofEnd) {
        await adapters.alerts.put(one.alert, { dueAt: AT });
        await adapters.alerts.settle(one.alert, one.state);
      }
    },
    read: async (adapters) => [
      await adapters.alerts.madeOn('2026-11-22', 10),
      await adapters.alerts.settle(ofEnd[0]!.alert, { state: 'pending', dueAt: AT + MINUTE }),
    ],
    is: [ofEnd, false],
  },
  {
    name: 'an alert with what first found its item',
    write: (adapters) => adapters.alerts.put(discovered, { dueAt: AT }),
    read: (adapters) => adapters.alerts.get('discovered-1'),
    is: { alert: discovered, state: { state: 'pending', dueAt: AT } },
  },
  {
    name: 'an alert on an event with its facts, its sources, and further articles of its story',
    write: (adapters) => adapters.alerts.put(grown, { dueAt: AT }),
    read: (adapters) => adapters.alerts.get('grown-1'),
    is: { alert: grown, state: { state: 'pending', dueAt: AT } },
  },
  {
    name: 'an alert that was joined to one of another watch',
    async write(adapters) {
      await adapters.alerts.put(joinedAlert, { dueAt: AT });
      await adapters.alerts.settle(joinedAlert, joined);
    },
    read: (adapters) => adapters.alerts.get('joined-1'),
    is: { alert: joinedAlert, state: joined },
  },
  {
    name: 'an alert with a long text',
    write: (adapters) => adapters.alerts.put(quoting, { dueAt: AT }),
    read: async (adapters) => (await adapters.outbox.due('quoting', AT, 10)).alerts,
    is: [{ alert: quoting, state: { state: 'pending', dueAt: AT } }],
  },
];
