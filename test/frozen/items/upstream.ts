import { AT, DAY, END, HOUR, type Kind, MINUTE } from './kind.ts';

// Jobs of the extraction service, and our records of what it keeps for us.

const job = {
  id: 'job-0',
  watchId: 'sector-cuts',
  watchVersion: 'a-version',
  track: 'live',
  scheduledFor: AT,
  query: {
    query: 'Layoffs at car makers',
    limit: 50,
    validators: [{ name: 'is_a_layoff', description: 'It is one.' }],
  },
  range: { from: AT - 5 * DAY, to: AT },
  silent: true,
  state: 'waiting',
  revision: 1,
  createdAt: AT,
  dueAt: AT,
  executions: 1,
  calls: 0,
  sends: 0,
  looks: 0,
  page: 0,
  records: 0,
  found: 0,
  changed: 0,
  failures: 0,
  expiresAt: END,
} as const;
const change = {
  dueAt: AT + HOUR,
  executions: 2,
  calls: 9,
  sends: 2,
  intentAt: AT,
  sentAt: AT + MINUTE,
  looks: 1,
  busySince: AT,
  upstreamId: 'upstream-1',
  upstreamState: 'enriching',
  workingSince: AT + 2 * MINUTE,
  partAt: AT + 3 * MINUTE,
  page: 2,
  records: 40,
  limit: 50,
  continueTo: 80,
  found: 30,
  changed: 3,
  failures: 1,
  error: 'no answer',
  endedAt: AT + 4 * MINUTE,
} as const;
const states = [
  'waiting',
  'submitting',
  'working',
  'collecting-part',
  'late',
  'collecting',
  'continuing',
  'done',
  'failed',
  'refused',
  'abandoned',
  'removed',
] as const;
const jobs = states.map((state, n) => ({
  ...job,
  ...change,
  id: `job-${state}`,
  revision: 2,
  state,
  dueAt: change.dueAt + n,
  createdAt: AT - DAY + n,
}));
const backfill = {
  ...job,
  id: 'job-past',
  track: 'backfill',
  silent: false,
  createdAt: AT - 2 * DAY,
} as const;

const set = {
  referenceJobId: 'upstream-1',
  webhookId: 'webhook-1',
  schedule: 'every day at 6:00',
  timezone: 'UTC',
  limit: 50,
};
const facts = { failures: 1, error: 'no answer', retryAt: AT + HOUR, checkedAt: AT };
const project = { type: 'project', name: 'bellwether-dev', revision: 1, id: 'project-1', ...facts } as const;
const makes = ['project', 'webhook', 'monitor', 'dataset', 'entities'] as const;
const monitor = {
  type: 'monitor',
  name: 'breaches',
  revision: 2,
  ...facts,
  intent: { makes: 'monitor', at: AT, monitor: set },
  question: 'a-question',
  silent: true,
  webhook: { id: 'webhook-1', name: 'bellwether-dev breaches a-question', url: 'https://pages.example/x' },
  secrets: ['digest-of-a-secret'],
  reference: { extractionId: 'job-done', jobId: 'upstream-1' },
  rounds: 2,
  monitor: { ...set, id: 'monitor-2', enabled: true },
  former: { ...set, id: 'monitor-1', enabled: false },
  offSince: AT - HOUR,
  healedAt: AT - MINUTE,
} as const;
const watchlist = {
  type: 'watchlist',
  name: 'suppliers',
  revision: 1,
  ...facts,
  dataset: 'dataset-1',
  ready: false,
  unreadySince: AT - HOUR,
  members: {
    'S-1042': { id: 'entity-1', hash: 'digest-1' },
    'S-1043': { id: 'entity-2', hash: 'digest-2', outside: true },
  },
} as const;
const fresh = { type: 'watchlist', revision: 1, failures: 0, ready: true, members: {} } as const;
const making = makes.map((what, n) => ({ ...fresh, name: `making-${n}`, intent: { makes: what, at: AT } }));

export const upstream: readonly Kind[] = [
  {
    name: 'a job in each state',
    async write({ extractions }) {
      for (const { id, state, dueAt, createdAt } of jobs) {
        const first = { ...job, id, createdAt };
        await extractions.put(first);
        await extractions.move(first, { ...change, state, dueAt });
      }
    },
    read: async ({ extractions }) => [
      await extractions.madeOn('2026-11-19', 100),
      (await extractions.overdue(AT + DAY, 3)).map(({ id }) => id),
      (await extractions.overdue(AT + DAY, 100)).length,
    ],
    is: [jobs.toReversed(), ['job-past', 'job-waiting', 'job-submitting'], 8],
  },
  {
    name: 'a job of a backfill that was not sent yet',
    write: ({ extractions }) => extractions.put(backfill),
    read: ({ extractions }) => extractions.get('job-past'),
    is: backfill,
  },
  {
    name: 'whose job of the service it is',
    write: ({ extractions }) => extractions.claim('upstream-1', { extractionId: 'job-done', expiresAt: END }),
    read: ({ extractions }) =>
      Promise.all(
        ['job-done', 'job-other'].map((extractionId) =>
          extractions.claim('upstream-1', { extractionId, expiresAt: END }),
        ),
      ),
    is: [true, false],
  },
  {
    name: 'our project at the service',
    write: ({ resources }) => resources.write({ ...project, revision: 0 }),
    read: async ({ resources }) => (await resources.all()).find(({ type }) => type === 'project'),
    is: project,
  },
  {
    name: 'what the service keeps for a watch that it repeats',
    async write({ resources }) {
      const first = await resources.write({ ...monitor, revision: 0 });
      await resources.write(first!);
    },
    read: ({ resources }) => resources.monitor('breaches'),
    is: monitor,
  },
  {
    name: 'what the service keeps for a watchlist',
    write: ({ resources }) => resources.write({ ...watchlist, revision: 0 }),
    read: ({ resources }) => resources.watchlist('suppliers'),
    is: watchlist,
  },
  {
    name: 'each thing that was being made when the answer was lost',
    async write({ resources }) {
      for (const one of making) await resources.write({ ...one, revision: 0 });
    },
    read: ({ resources }) => Promise.all(making.map(({ name }) => resources.watchlist(name))),
    is: making,
  },
];
