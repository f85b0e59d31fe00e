import { AT, DAY, END, type Kind } from './kind.ts';

// Reports: what is asked for, what was written, and the rollups that they are made of.

const plan = {
  id: 'acme-weekly',
  brand: {
    id: 'acme',
    names: ['Acme Corp', 'Acme'],
    exclude: ['acme comics'],
    competitors: [{ id: 'globex', names: ['Globex'] }],
  },
  schedule: 'cron(0 8 ? * MON *)',
  timezone: 'Europe/Paris',
  days: 7,
  channel: 'press-team',
  look: { title: 'Acme in the news', colour: '#1f5fa9', logo: 'data:image/png;base64,AA==' },
  disabled: true,
} as const;
const record = {
  id: 'abcdefghij',
  reportId: 'acme-weekly',
  brand: 'acme',
  title: 'Acme in the news',
  period: { first: '2026-11-09', last: '2026-11-15', timezone: 'Europe/Paris' },
  headline: '3 articles about Acme.',
  madeAt: AT,
  expiresAt: END,
};
const counts = {
  window: { from: AT - 7 * DAY, to: AT },
  articles: { acme: 12, globex: 3 },
  calls: 4,
  expiresAt: END,
};

const scope = { brand: 'acme', timezone: 'Europe/Paris' };
const sentimentSum = { count: 2, sum: -250, negative: 1, positive: 1 };
const example = {
  fingerprint: 'article-1',
  watchId: 'acme-news',
  type: 'article',
  at: AT,
  title: 'Acme opens a plant in Lyon',
  link: 'https://news.example/1',
  domain: 'news.example',
  rank: 1_000,
  country: 'US',
  author: 'Jane Doe',
  coauthors: ['John Roe'],
  mood: -250,
  story: 'story-1',
} as const;
const keyed = {
  day: '2026-11-19',
  foundDay: '2026-11-20',
  rollup: {
    articles: 3,
    events: 1,
    records: 1,
    excluded: 1,
    mood: sentimentSum,
    reach: [1, 0, 2, 0],
    outlets: {
      'news.example': { count: 3, mood: sentimentSum, name: 'The News', country: 'US', rank: 1_000 },
    },
    authors: { 'Jane Doe': 2 },
    countries: { US: 3 },
    languages: { en: 3 },
    stories: { 'story-1': 2 },
    large: { 'story-1': { count: 2, mood: sentimentSum, first: example, outlets: ['news.example'] } },
    examples: [example],
    items: [
      {
        fingerprint: 'event-1',
        watchId: 'breaches',
        type: 'event' as const,
        at: AT,
        title: 'Breach',
        story: 'story-2',
      },
    ],
  },
};
const mark = {
  foundDay: '2026-11-20',
  watches: ['acme-news', 'breaches'],
  days: ['2026-11-19', '2026-11-20'],
};

export const reports: readonly Kind[] = [
  {
    name: 'a report that is asked for',
    write: (adapters) => adapters.reports.plans.putPlan(plan),
    read: async (adapters) => [
      await adapters.reports.plans.plan('acme-weekly'),
      await adapters.reports.plans.plans(),
    ],
    is: [plan, [plan]],
  },
  {
    name: 'a report that was written',
    write: (adapters) => adapters.reports.records.put(record),
    read: async (adapters) => [
      await adapters.reports.records.get(record.id),
      await adapters.reports.records.latest(10),
    ],
    is: [record, [record]],
  },
  {
    name: 'what the service counted for a report',
    write: (adapters) => adapters.reports.counts.put('a-key', counts),
    read: (adapters) => adapters.reports.counts.get('a-key'),
    is: counts,
  },
  {
    name: 'the totals of a day',
    write: (adapters) => adapters.reports.rollups.put(scope, keyed, END),
    async read(adapters) {
      const found: unknown[] = [];
      for await (const one of adapters.reports.rollups.read(scope, {
        first: '2026-11-18',
        last: '2026-11-19',
      }))
        found.push(one);
      return found;
    },
    is: [keyed],
  },
  {
    name: 'a day of which there are totals',
    write: (adapters) => adapters.reports.rollups.mark(scope, mark, END),
    read: (adapters) => adapters.reports.rollups.marks(scope, { from: '2026-11-19', to: '2026-11-20' }),
    is: [mark],
  },
];
