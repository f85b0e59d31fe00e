import { PublishRefused } from '../../../shared/domain/lib/errors.ts';
import { revokeFeed, shareFeed } from '../../../shared/use-cases/pages/answer-feed.ts';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { main } from '../../../infra/cli/main.ts';
import type { ServiceAccess, ServicePlan, SmsLimits, Stack } from '../../../infra/cli/stack/stack.ts';
import { apiOf } from '../../../infra/cli/stack/call-api.ts';
import { answerApi } from '../../../shared/api/answer-api.ts';
import type { ApiPorts } from '../../../shared/api/route.ts';
import { htmlPages } from '../../../shared/render/pages/html-pages.ts';
import { pollOnce } from '../../../infra/cli/stack/read-once.ts';
import type { Sink, World } from '../../../infra/cli/world.ts';
import {
  addSilence,
  expireSilence,
  redriveMessages,
} from '../../../shared/use-cases/deliver/redrive-messages.ts';
import { applyWatches } from '../../../shared/use-cases/apply/apply-watches.ts';
import { defined } from '../../../shared/domain/lib/fields.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/domain/time/instant.ts';
import type { JobAdvice } from '../../../shared/providers/extraction/source/job-advice.ts';
import {
  heldClock,
  memoryDecideQueue,
  memoryObjects,
  memoryQueue,
  memoryReportFiles,
  memoryReportSchedules,
  memorySchedules,
  memorySubscriptions,
} from '../../ports/memory-services.ts';
import { reportPorts } from '../../shared/use-cases/report-bench.ts';
import { answerReportCall } from '../../../shared/use-cases/reports/answer-report-call.ts';
import { composeWithLinks } from '../../../shared/render/message/compose-message.ts';
import { type MemoryStore, memoryStore } from '../../store/memory-store.ts';

export const NOW = Date.parse('2026-11-21T08:00:00Z');

export const FILE = `plan: { calls_per_month: 100000 }
operators: { email: [oncall@acme.example] }
channels:
  press-team: { email: [press@acme.example] }
watches:
  acme-news: { kind: search, query: { q: Acme }, alert: { channel: press-team } }
`;

/** The advice of the extraction service on any query. */
export const ADVICE: JobAdvice = {
  verdict: 'needs_work',
  title: 'Too vague',
  confidence: 0.625,
  description: 'It names no kind of event.',
  suggestions: ['Name what happens. Example: Layoffs at car makers'],
  dates: {
    from: NOW - 5 * DAY,
    to: NOW,
    changes: ['The plan looks back 14 days.'],
  },
  validators: ['is_a_layoff'],
  enrichments: ['company', 'number_of_people'],
};

/** The API over a store in memory, as the command line calls it. */
function memoryApi(
  store: MemoryStore,
  { clock, links }: Pick<ApiPorts, 'clock' | 'links'>,
): Stack['callApi'] {
  const files = { files: memoryReportFiles(), decideQueue: memoryDecideQueue(), pages: htmlPages };
  const ports = { ...store, clock, links, ...files, random: randomBytes };
  return apiOf(
    links,
    () => clock.now(),
    async (address, { method, headers, body = '' }) => {
      const { pathname: path, searchParams } = new URL(address);
      const sent = new TextEncoder().encode(body);
      return answerApi({ method, path, query: Object.fromEntries(searchParams), headers, body: sent }, ports);
    },
  );
}

/** A stack in memory with the real apply. */
export function memoryStack({
  pending = [],
  secrets = {},
}: {
  pending?: readonly string[];
  secrets?: Readonly<Record<string, string>>;
} = {}) {
  const store = memoryStore();
  const schedules = memorySchedules();
  const bucket = new Map<string, unknown>();
  const reportSchedules = memoryReportSchedules();
  const subscriptions = memorySubscriptions(pending);
  const queue = memoryQueue();
  const clock = heldClock(NOW);
  const links = async () => ({ base: 'https://pages.example.com', keys: ['key'] });
  const access = (url: string, plan: ServicePlan): ServiceAccess => ({
    url,
    key: async () => 'a-key',
    keyAdvice: 'put the key into its secret',
    plan: async () => plan,
  });
  const services = {
    news: access('https://news.example/api', { plan: 'v3_nlp', allowed: 100_000, left: 60_000 }),
    events: access('https://events.example', { plan: 'events_5', allowed: 10_000, left: 9_000 }),
    extraction: access('https://jobs.example', { allowed: 6_000, left: 5_000, slots: { allowed: 4 } }),
  };
  const stack: Stack = {
    name: 'bellwether-test',
    now: () => NOW,
    ...store,
    subscriptions,
    queue,
    polls: { feeds: true, world: true },
    apply: (desired, edits) =>
      applyWatches(
        desired,
        { ...store, clock, schedules, reportSchedules, subscriptions },
        { owner: 'test', deadline: NOW + MINUTE, edits },
      ),
    redrive: (which) =>
      redriveMessages(which, { messages: store.messages, incidents: store.incidents, clock }),
    drill: async () => undefined,
    undeliveredDrill: async () => [],
    models: async () => undefined,
    silence: (order) => addSilence(order, { silences: store.silences, clock }),
    expireSilence: (id) => expireSilence(id, { silences: store.silences, clock }),
    shareFeed: (order) => shareFeed(order, { ...store, clock }),
    revokeFeed: (id) => revokeFeed(id, { ...store, clock }),
    schedule: async (id) => {
      const found = schedules.schedules.get(id);
      return found && { start: found.start };
    },
    services,
    secretOf: async (name) => {
      const value = secrets[name];
      if (value === undefined) throw new PublishRefused(`The secret bellwether-test/${name} has no value.`);
      return value;
    },
    reconcileUpstream: async () => ({ steps: [], waiting: [], healed: [], kept: [] }),
    outlets: async () => ({ domains: [], message: '', dropped: 0 }),
    sourceGroups: async () => ['newswires', 'business-press'],
    adviseOn: async () => ADVICE,
    recordsOf: async () => [],
    testWebhook: async () => ({ delivered: true }),
    findArticle: async () => ({ article: undefined, lookedBack: 90 }),
    askService: async () => {
      throw new Error('This stack asks no service.');
    },
    tryOut: async ({ window }) => ({ window, hits: 0, frames: [], findings: [], calls: 2 }),
    writeReport: async (order) => {
      const { ports } = reportPorts(store, { now: NOW });
      const answer = await answerReportCall(order, ports, { deadline: NOW + HOUR });
      if (answer.status === 'written')
        return { status: 'written', recordId: answer.record.id, headline: answer.record.headline };
      return { status: 'folding', rolledUp: 0, left: 1 };
    },
    forgetting: async () => ({
      ...store,
      clock,
      schedules,
      subscriptions,
      compose: composeWithLinks(undefined),
      removals: store.removals,
      objects: memoryObjects({ objects: bucket }),
    }),
    smoke: {
      openQueue: async () => Promise.reject(new Error('This stack has no queues.')),
      leftQueues: async () => [],
      erase: async () => undefined,
    },
    download: async (address) => new TextEncoder().encode(address),
    callApi: memoryApi(store, { clock, links }),
    pageLinks: links,
    deadOrders: async () => 0,
    undelivered: async () => 0,
    mail: async () => undefined,
    sms: async (): Promise<SmsLimits | undefined> => undefined,
  };
  return { stack, store, bucket, clock, schedules, subscriptions, queue };
}

/** Reads the feeds of this machine, as the command line does. No test reaches further. */
const pollLoopback: World['readFeeds'] = (lists, how) =>
  pollOnce(
    lists.map((list) => ({
      ...list,
      urls: list.urls.filter((url) => URL.parse(url)?.hostname === '127.0.0.1'),
    })),
    how,
  );

export interface Ended {
  code: number;
  out: string;
  err: string;
  /** Addresses that were opened in a browser. */
  browsed?: string[];
}

/** A world without people and without a network, in which a command may be run by itself. What it printed is beside it. */
export function quietWorld(given: Partial<World> = {}) {
  const printed = { out: '', err: '' };
  const world: World = {
    stdout: { write: (text) => (printed.out += text) },
    stderr: { write: (text) => (printed.err += text) },
    folder: '.',
    watchesFile: 'watches.yaml',
    hasNewsKey: true,
    readArchive: async () => ({ read: 0, rows: [] }),
    readFeeds: pollLoopback,
    now: () => NOW,
    pause: async () => {},
    openStack: async () => undefined,
    startStack: async () => 0,
    browse: () => {},
    probe: async () => ({ answered: true, status: 401, date: NOW, body: '' }),
    ...given,
  };
  return { world, printed };
}

/** A working folder with a watches file, and commands in it. `stack` undefined: no stack runs. */
export function openWorld({
  stack,
  isTerminal = false,
  columns,
  colour,
  ...given
}: Partial<World> & {
  stack?: Stack | undefined;
  /** True: stderr is a terminal. */
  isTerminal?: boolean;
  /** The width of the terminal. */
  columns?: number;
  /** Whether the terminal has colours. */
  colour?: boolean;
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (text: string, name = 'watches.yaml') => writeFileSync(join(folder, name), text);
  write(FILE);
  const sink = defined<Omit<Sink, 'write'>>({ columns, colour });
  const call = async (...args: string[]): Promise<Ended> => {
    const browsed: string[] = [];
    const browse = (address: string) => browsed.push(address);
    const { world, printed } = quietWorld({ folder, openStack: async () => stack, browse, ...given });
    Object.assign(world.stdout, sink);
    Object.assign(world.stderr, { ...sink, isTTY: isTerminal });
    const code = await main(args, world);
    return { code, ...printed, ...(browsed.length > 0 && { browsed }) };
  };
  return { folder, write, call };
}

/** A stack in memory to which the file of a working folder was applied, and commands in that folder. */
export async function openApplied(memory = memoryStack()) {
  const world = openWorld({ stack: memory.stack });
  await world.call('apply');
  return { ...memory, ...world };
}
