import { AT, DAY, END, HOUR, type Kind, MINUTE } from './kind.ts';

// Findings of each type, with every verdict; and by what records are recognised.

const watchId = 'acme-news';

const article = {
  fingerprint: 'article-1',
  service: 'news',
  type: 'article',
  indexedAt: AT - HOUR,
  publishedAt: AT - 2 * HOUR,
  title: 'Acme opens a plant in Lyon',
  link: 'https://news.example/1',
  outlet: { domain: 'news.example', name: 'The News', country: 'US', rank: 1_000 },
  authors: ['Jane Doe', 'John Roe'],
  language: 'en',
  sentiment: { title: -0.25, content: 0.5 },
  snippet: 'Acme said on Friday that its plant in Lyon is open.',
  matched: ['Acme'],
  excludedBy: 'acme comics',
  duplicateGroup: 'group-1',
  signature: '1a.2b|rs.k1|1a|2s|1.2.3',
  companies: ['Acme Corp', 'Globex'],
} as const;

const event = {
  fingerprint: 'event-1',
  service: 'events',
  type: 'event',
  indexedAt: AT - HOUR,
  title: 'Acme: 40,000 customers told of a breach',
  authors: [],
  snippet: 'Names and addresses were taken.',
  matched: [],
  articles: [
    { title: 'Acme hit by data breach', link: 'https://news.example/2', publishedAt: AT - DAY },
    { title: 'Acme admits breach' },
  ],
  articleCount: 12,
  contentHash: 'a-digest',
  facts: { company: 'Acme', impacted: '40000' },
} as const;

const record = {
  fingerprint: 'record-1',
  service: 'extraction',
  type: 'record',
  indexedAt: AT - HOUR,
  title: 'Acme cuts 300 jobs',
  authors: [],
  snippet: 'number of layoffs: 300',
  matched: [],
  facts: { event_type: 'layoff' },
  entities: [
    { name: 'Acme Corp', key: 'S-1042', score: 9, relation: 'cuts the jobs', role: 'event_associated' },
    { name: 'Globex' },
  ],
} as const;

const notified = {
  watchId,
  finding: article,
  foundAt: AT,
  expiresAt: END,
  story: 'story-1',
  verdict: { notified: 'alert-1' },
} as const;
const waiting = { watchId, finding: event, foundAt: AT + MINUTE, expiresAt: END } as const;
const revised = {
  ...notified,
  finding: record,
  foundAt: AT + 2 * MINUTE,
  changedAt: AT + HOUR,
  changes: [
    {
      at: AT + HOUR,
      facts: [
        { name: 'amount', from: '50', to: '80' },
        { name: 'valuation', to: '900' },
        { name: 'headline', from: 'Acme cuts jobs' },
      ],
    },
  ],
} as const;

const discovered = {
  ...notified,
  watchId: 'initech',
  discovery: {
    run: { id: 'backfill-1', track: 'backfill', scheduledFor: AT },
    window: { from: AT - HOUR, to: AT },
    requestId: 'request-1',
    hits: 41,
  },
} as const;

const together = ['article-3', 'article-4'].map((fingerprint) => ({
  watchId: 'umbrella',
  finding: { ...article, fingerprint },
  foundAt: AT,
  expiresAt: END,
}));

const planned = [
  { ...notified, watchId: 'hooli', isPlanned: true },
  {
    ...notified,
    watchId: 'hooli',
    finding: { ...article, fingerprint: 'article-5' },
    joined: { by: 'copy' },
    verdict: { silent: 'same-story' },
    isPlanned: true,
  },
] as const;

const silent = (
  [
    'base',
    'same-story',
    'excluded',
    'below-severity',
    'other-company',
    'counted',
    'seen-before',
    'within-limits',
    'awaits-change',
  ] as const
).map((reason) => ({
  ...notified,
  watchId: 'globex',
  finding: { ...article, fingerprint: `silent-${reason}` },
  verdict: { silent: reason },
}));

const mark = { id: 'mark-1', fingerprint: 'record-1', extractionId: 'extraction-1' };

const quarantined = {
  watchId,
  id: 'item-1',
  service: 'news',
  reason: 'Its field id is missing or not valid.',
  raw: '{"title":"Acme"}',
  cutFrom: 20_000,
  times: 1,
  firstAt: AT - HOUR,
  lastAt: AT - HOUR,
  expiresAt: END,
} as const;

/** As long as what is kept of an article. */
const long = Array.from({ length: 40 }, (_, n) => `Acme said on day ${n} that its plant is open.`).join(' ');
const alerted = {
  ...notified,
  watchId: 'aviato',
  finding: { ...article, fingerprint: 'article-5', snippet: long },
} as const;

export const findings: readonly Kind[] = [
  {
    name: 'an article that was notified',
    write: (adapters) => adapters.findings.put(notified),
    read: async (adapters) => [
      await adapters.findings.read(watchId, ['article-1']),
      [...(await adapters.findings.known(watchId, ['article-1', 'article-2']))],
      await adapters.findings.foundIn(watchId, { from: AT, to: AT + 1 }),
    ],
    is: [[notified], ['article-1'], [notified]],
  },
  {
    name: 'articles that a run has put together, and their list',
    write: (adapters) => adapters.findings.putNew(together),
    read: async (adapters) => [
      await adapters.findings.foundIn('umbrella', { from: AT, to: AT + 1 }),
      await adapters.findings.count('umbrella', { from: AT - DAY, to: AT }, AT),
      await adapters.findings.unjudged('umbrella', { limit: 10 }),
    ],
    is: [together, 2, []],
  },
  {
    name: 'articles that a run has put with the verdicts that it has planned, and their list',
    write: (adapters) => adapters.findings.putNew(planned),
    read: async (adapters) => [
      await adapters.findings.foundIn('hooli', { from: AT, to: AT + 1 }),
      await adapters.findings.unjudged('hooli', { limit: 10 }),
    ],
    is: [planned, []],
  },
  {
    name: 'an event that waits to be judged',
    write: (adapters) => adapters.findings.put(waiting),
    read: (adapters) => adapters.findings.unjudged(watchId, { limit: 10 }),
    is: [waiting],
  },
  {
    name: 'a record that was judged, and then given again with other facts',
    async write(adapters) {
      const { changedAt, changes, verdict, ...found } = revised;
      await adapters.findings.put({ ...found, finding: { ...record, title: 'Acme cuts jobs' } });
      await adapters.findings.judge(found, verdict);
      await adapters.findings.revise(watchId, { finding: record, changedAt, changes });
    },
    read: async (adapters) => [
      await adapters.findings.foundOn(watchId, '2026-11-20', 1),
      await adapters.findings.count(watchId, { from: AT - HOUR, to: AT }, AT),
    ],
    is: [[revised], 3],
  },
  {
    name: 'an article that nobody was notified of, for each reason',
    async write(adapters) {
      for (const one of silent) await adapters.findings.put(one);
    },
    async read(adapters) {
      const ids = silent.map(({ finding }) => finding.fingerprint);
      const found = await adapters.findings.read('globex', ids);
      return ids.map((id) => found.find(({ finding }) => finding.fingerprint === id));
    },
    is: silent,
  },
  {
    name: 'what a record is recognised by',
    write: ({ marks }) => marks.claim(watchId, { ...mark, expiresAt: END }),
    read: ({ marks }) => marks.claim(watchId, { ...mark, fingerprint: 'record-2', expiresAt: END }),
    is: mark,
  },
  {
    name: 'an item in quarantine',
    async write({ quarantine }) {
      await quarantine.put(quarantined);
      await quarantine.comesAgain({ ...quarantined, lastAt: AT });
    },
    read: async ({ quarantine }) => [
      await quarantine.latest(watchId, { limit: 10, now: AT }),
      await quarantine.count(watchId, AT),
      await quarantine.known(watchId, ['item-1', 'item-2']),
    ],
    is: [[{ ...quarantined, times: 2, lastAt: AT }], 1, new Set(['item-1'])],
  },
  {
    name: 'a run of a monitor that was taken',
    write: ({ collectedRuns }) =>
      collectedRuns.note({ watchId, jobId: 'job-1', takenAt: AT, isPulled: true, expiresAt: END }),
    read: ({ collectedRuns }) => collectedRuns.of(watchId, ['job-1']),
    is: [{ watchId, jobId: 'job-1', takenAt: AT, isPulled: true, expiresAt: END }],
  },
  {
    name: 'an article with what first found it',
    write: (adapters) => adapters.findings.put(discovered),
    read: (adapters) => adapters.findings.read('initech', ['article-1']),
    is: [discovered],
  },
  {
    name: 'an article with a long text that was judged',
    write: (adapters) => adapters.findings.putNew([alerted]),
    read: (adapters) => adapters.findings.foundIn('aviato', { from: AT, to: AT + 1 }),
    is: [alerted],
  },
];
