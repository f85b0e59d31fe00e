import { AT, DAY, END, HOUR, type Kind, MINUTE } from './kind.ts';

// What runs leave beside findings: where a watch stands, its windows, and what its policy counts and has seen.

const watchId = 'acme-news';
const counters = {
  month: '2026-11',
  calls: 120,
  runs: 96,
  quietWindows: 80,
  found: 31,
  skipped: 2,
  jobs: 3,
  credits: 400,
  slotMinutes: 55,
  monitorRuns: ['job-1', 'job-2'],
};
const facts = {
  version: 'a-version',
  coveredFrom: AT - DAY,
  coveredUntil: AT,
  baseUntil: AT - HOUR,
  baseFound: 12,
  openWindow: AT - 2 * HOUR,
  openSince: AT - HOUR,
  withdrawnUntil: AT + DAY,
  recountedOn: '2026-11-20',
  judgedUntil: AT - HOUR,
  learnedKind: 'outlet',
  failures: 2,
  lastRunAt: AT,
  lastError: 'no answer',
  lastJob: 'extraction-1',
  skipped: { at: AT - HOUR, reason: 'The plan is short.' },
  incidents: ['watch:acme-news:failing'],
  counters,
};
const slowed = { state: 'slowed', interval: HOUR, reason: 'The plan is short.', until: AT + DAY } as const;
const paused = { state: 'paused', reason: 'The plan is used up.', until: AT + DAY } as const;
const lease = { owner: 'message-1', until: AT + 5 * MINUTE };
const none = { baseFound: 0, failures: 0, incidents: [] };
const noCounters = { month: '', calls: 0, runs: 0, quietWindows: 0, found: 0 };

const covered = {
  watchId,
  from: AT - HOUR,
  to: AT,
  state: 'done',
  cut: true,
  late: true,
  matched: 7,
  found: 5,
  calls: 2,
  failures: 1,
  correlationId: 'request-1',
  counts: [{ from: AT - HOUR, count: 7 }],
} as const;
const open = {
  watchId,
  from: AT - 3 * HOUR,
  to: AT - 2 * HOUR,
  state: 'open',
  cut: false,
  late: false,
  matched: 0,
  found: 0,
  calls: 1,
  failures: 3,
  retryAt: AT,
  openSince: AT - 2 * HOUR,
  error: 'connection reset',
} as const;

const hourlyCounts = {
  watchId,
  policy: '["a-version","spike",null,1795089600000]',
  since: AT - 28 * DAY,
  until: AT,
  readAt: AT + MINUTE,
  hours: [
    {
      at: AT - 2 * HOUR,
      articles: 3,
      stories: 2,
      scored: 1,
      sentimentSum: -0.25,
      latest: AT - HOUR - MINUTE,
    },
    { at: AT - HOUR, articles: 1, stories: 0, scored: 0, sentimentSum: 0, latest: AT - 5 * MINUTE },
  ],
  recent: [{ story: 'story-0001', at: AT - HOUR }],
  episode: { at: AT - 2 * HOUR, last: AT - HOUR },
  detections: [
    {
      at: AT - 2 * HOUR,
      detection: {
        text: 'Far more than usual.',
        short: 'Spike',
        period: { from: AT - 6 * HOUR, to: AT },
        seen: { articles: 40, stories: 12 },
        expected: { articles: 8, stories: 3 },
        figures: { factor: 3 },
        changes: [{ name: 'amount', from: '50', to: '80' }],
      },
    },
  ],
};

const expectedRun = { watchId, timetable: 'news rate(15 minutes) Europe/Paris', after: AT };

const seen = (['outlet', 'author', 'country', 'company'] as const).map((of) => ({
  watchId,
  of,
  value: `a value of ${of}: é 日本`,
  fingerprint: 'article-1',
  now: AT,
  until: END,
}));

export const runs: readonly Kind[] = [
  {
    name: 'where a watch stands while it runs, slowed',
    async write({ states }) {
      const state = await states.acquire({ watchId, track: 'live' }, lease, AT);
      await states.save(state!, { set: facts });
      await states.setRate(watchId, slowed);
    },
    read: async ({ states }) => [
      await states.read(watchId, 'live'),
      await states.acquire({ watchId, track: 'live' }, { owner: 'message-2', until: AT + HOUR }, AT),
    ],
    // The lease that was left shows in `clean` alone; while it holds, nobody else gets the state.
    is: [{ watchId, track: 'live', fence: 1, clean: true, ...facts, rate: slowed }, undefined],
  },
  {
    name: 'where a backfill stands that was given back in order',
    async write({ states }) {
      const state = await states.acquire({ watchId, track: 'backfill' }, lease, AT);
      await states.save(state!, { set: { coveredFrom: AT - DAY }, release: true });
    },
    read: ({ states }) => states.acquire({ watchId, track: 'backfill' }, lease, AT),
    is: {
      watchId,
      track: 'backfill',
      fence: 2,
      clean: true,
      coveredFrom: AT - DAY,
      ...none,
      counters: noCounters,
    },
  },
  {
    name: 'where a paused watch stands that left findings unjudged',
    async write({ states }) {
      const state = await states.acquire({ watchId: 'globex', track: 'live' }, lease, AT);
      await states.save(state!, { set: {}, release: true, unjudged: true });
      await states.setRate('globex', paused);
    },
    read: ({ states }) => states.acquire({ watchId: 'globex', track: 'live' }, lease, AT),
    is: {
      watchId: 'globex',
      track: 'live',
      fence: 2,
      clean: false,
      ...none,
      rate: paused,
      counters: noCounters,
    },
  },
  {
    name: 'where a watch stands while it judges a part',
    async write({ states }) {
      const state = await states.acquire({ watchId: 'umbrella', track: 'live' }, lease, AT);
      await states.save(state!, { set: { part: ['article-3', 'article-4'] } });
    },
    read: ({ states }) => states.acquire({ watchId: 'umbrella', track: 'live' }, lease, AT),
    is: {
      watchId: 'umbrella',
      track: 'live',
      fence: 2,
      clean: false,
      part: ['article-3', 'article-4'],
      ...none,
      counters: noCounters,
    },
  },
  {
    name: 'a window that is covered',
    write: ({ windows }) => windows.put(covered),
    read: async ({ windows, reports }) => [
      await windows.covering(watchId, AT - MINUTE),
      await reports.recorded.begunIn(watchId, { from: AT - HOUR, to: AT }),
      (await windows.of(watchId)).length,
    ],
    is: [[covered], [covered], 2],
  },
  {
    name: 'a window that is open',
    write: ({ windows }) => windows.put(open),
    read: async ({ windows }) => [
      await windows.between(watchId, { from: AT - DAY, to: AT - 2 * HOUR }),
      await windows.open(AT, 10),
    ],
    is: [[open], [open]],
  },
  {
    name: 'the hourly counts of a watch',
    write: ({ countStore }) => countStore.put(hourlyCounts, undefined),
    read: ({ countStore }) => countStore.get(watchId),
    is: hourlyCounts,
  },
  {
    name: 'from when on a run is expected',
    write: ({ expectedRuns }) => expectedRuns.put(expectedRun),
    read: ({ expectedRuns }) => expectedRuns.all(),
    is: [expectedRun],
  },
  {
    name: 'a value that was seen, of each kind',
    async write(adapters) {
      for (const one of seen) await adapters.seen.isFirst(one);
    },
    read: async (adapters) => [
      await Promise.all(seen.map((one) => adapters.seen.isFirst(one))),
      await Promise.all(seen.map((one) => adapters.seen.isFirst({ ...one, fingerprint: 'article-2' }))),
    ],
    is: [Array(4).fill(true), Array(4).fill(false)],
  },
];
