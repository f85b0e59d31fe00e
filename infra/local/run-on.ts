import { setTimeout as pause } from 'node:timers/promises';
import { NOT_USED } from '../../shared/contracts/names.ts';
import type { Channel } from '../../shared/domain/channels/channel.ts';
import type { Desired } from '../../shared/domain/config/desired-state.ts';
import type { BriefView } from '../../shared/domain/pages/inbox.ts';
import { inboxLink } from '../../shared/domain/pages/signed-link.ts';
import { HOUR, type Instant, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import { runsHere, serviceOf, type Watch } from '../../shared/domain/watches/watch.ts';
import { readBrief } from '../../shared/use-cases/pages/read-brief.ts';
import { printAmount } from '../cli/print-values.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import type { Machine } from './aws/start-machine.ts';
import { watchDisk } from './data-folder.ts';
import type { StackAccess } from './open-access.ts';
import type { OpenStack } from './open-stack.ts';
import { resumeExtractions } from './resume-work.ts';
import type { StartOptions } from './start-options.ts';
import type { Terminal } from './terminal.ts';

export interface RunOnOrder {
  stack: OpenStack;
  options: StartOptions;
  desired: Desired;
  clock: SharedClock;
  terminal: Terminal;
  /** Resolves when the user wants to stop. */
  stopped: Promise<void>;
}

/** How long the printed link is valid. `bellwether open` makes another one. */
const LINK_LIFE = 12 * HOUR;

/** Lets the stack run until the user stops it. Rejects when an engine ends by itself, or when the disk is full. */
export async function runOn(order: RunOnOrder): Promise<void> {
  const { stack, options, desired, clock, stopped } = order;
  const { machine, access } = stack;
  // First, because the functions that work then keep every processor busy for seconds.
  const pages = await printSummary(order);
  await resumeExtractions(access, clock);
  await Promise.race([
    stopped,
    machine.broken,
    orderFirstRuns({ ...stack, watches: desired.watches, clock }),
  ]);
  machine.scheduler.run();
  const stop = announceBriefs({
    channels: desired.channels,
    read: (channel) => readBrief(channel, access.store, clock.now()),
    linkOf: (channel) => `${pages}/briefs/${channel}`,
    say: (text) => order.terminal.line(`${order.terminal.time(clock.now())}  ${text}`),
    time: (at) => order.terminal.time(at),
    elapsed: () => performance.now(),
  });
  try {
    await Promise.race([stopped, machine.broken, watchDisk(options.data)]);
  } finally {
    stop();
  }
}

/**
 * Prints each watch with what it looks for and when it runs next, and where things are. Returns the link to the
 * pages.
 */
async function printSummary({ stack, options, desired, clock, terminal }: RunOnOrder): Promise<string> {
  const { upstream, machine, access } = stack;
  const { ScheduleGroup } = access.outputs;
  const runs = machine.scheduler.upcoming().filter(({ group }) => group === ScheduleGroup);
  const next = new Map(runs.map(({ name, at }) => [name, at]));
  const pages = inboxLink(clock.now() + LINK_LIFE, await access.links());
  terminal.line(
    '\nBellwether runs on this machine. Each alert is printed here when it is sent. Press Ctrl-C to stop.',
  );
  terminal.line(
    `  ${printAmount(desired.watches.length, 'watch')} from ${options.feeds?.file ?? options.watches}:`,
  );
  const width = Math.max(...desired.watches.map(({ id }) => id.length));
  for (const watch of desired.watches) {
    const at = next.get(watch.id);
    const when = at === undefined ? 'runs by hand only' : `next run ${terminal.time(at)}`;
    terminal.line(`    ${watch.id.padEnd(width)}  ${soughtBy(watch)}; ${when}`);
  }
  const lines = {
    pages,
    ...(options.signIn && {
      sign_in: `${access.outputs.PagesUrl}/app, as Ana (editor), Rex (reader of acme) or Zoe (no role)`,
    }),
    ...newsLine(upstream.news.url),
    state: `${options.data} (outbox.ndjson: all sent messages; functions.log: the log of the functions)`,
  };
  for (const [name, text] of Object.entries(lines))
    terminal.line(`  ${name.replace('_', ' ').padEnd(8)}${text}`);
  return pages;
}

/** Where the articles come from. */
const newsLine = (url: string) =>
  url === NOT_USED
    ? { feeds: 'the only source: no watch uses the news service, so there is no sample news' }
    : { news: url };

/** The longest text of a query that is printed, in characters. */
const LONGEST_QUERY = 60;

/** What a watch looks for: its kind, and the value of its query that says most. */
function soughtBy({ kind, query }: Watch): string {
  const [value] = ['q', 'query', 'author_name', 'event_type', 'links'].flatMap((key) => query[key] ?? []);
  if (typeof value !== 'string') return kind;
  const filters = query['additional_filters'];
  const company =
    typeof filters === 'object' && 'company_name' in filters ? filters['company_name'] : undefined;
  const of = typeof company === 'string' ? ` of ${company}` : '';
  const text = value.length > LONGEST_QUERY ? `${value.slice(0, LONGEST_QUERY - 1).toWellFormed()}…` : value;
  return `${kind} ${text}${of}`;
}

export interface FirstRunsOrder {
  watches: readonly Watch[];
  machine: Pick<Machine, 'isIdle' | 'takeOrders'> & { queues: Pick<Machine['queues'], 'depth'> };
  access: Pick<StackAccess, 'workQueues'> & {
    queue: Pick<StackAccess['queue'], 'send'>;
    store: Pick<StackAccess['store'], 'states'>;
  };
  clock: Pick<SharedClock, 'now'>;
  /** Waits so many milliseconds. A test captures it. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/** How long the other watches wait at most for the critical ones, in milliseconds, and how often to look. */
const HEAD_START = 10_000;
const CHECK_FIRST_RUNS_EVERY = 20;

/**
 * Orders a run of each watch that has never run, so that a new stack finds something at once. Its schedules start
 * somewhere within their first period, as on AWS. Watches whose alerts are critical run first, and for some seconds
 * alone: all together would keep a small machine busy for longer until the first of these alerts is sent.
 */
export async function orderFirstRuns(order: FirstRunsOrder): Promise<void> {
  const { watches, machine, access, wait = pause } = order;
  const isCritical = ({ severity }: Watch) => severity === 'critical';
  const ordered = await orderRuns(watches.filter(isCritical), order);
  machine.takeOrders();
  // An order that was just received is in flight before a function works on it.
  const isOpen = (queue: string) => {
    const { ready, inFlight } = machine.queues.depth(queue);
    return ready + inFlight > 0;
  };
  const isBusy = () => !machine.isIdle() || access.workQueues.some(isOpen);
  const headStart = ordered > 0 ? HEAD_START : 0;
  for (let waited = 0; waited < headStart && isBusy(); waited += CHECK_FIRST_RUNS_EVERY)
    await wait(CHECK_FIRST_RUNS_EVERY);
  await orderRuns(
    watches.filter((watch) => !isCritical(watch)),
    order,
  );
}

/** How many runs were ordered. */
async function orderRuns(
  watches: readonly Watch[],
  { access: { store, queue }, clock }: FirstRunsOrder,
): Promise<number> {
  let ordered = 0;
  for (const { id, kind } of watches.filter(runsHere)) {
    const state = await store.states.read(id, 'live');
    if (state?.lastRunAt !== undefined) continue;
    await queue.send(serviceOf(kind), {
      watchId: id,
      scheduledFor: clock.now(),
      track: 'live',
      continuation: 0,
    });
    ordered += 1;
  }
  return ordered;
}

/** How often it is looked what waits. */
const CHECK_EVERY = 10 * SECOND;
/** How long a channel is silent after it was said what waits for its brief. */
const SAID_FOR = 10 * MINUTE;

export interface Announcing {
  channels: readonly Channel[];
  /** Reads what waits for the brief of a channel. */
  read: (channel: Channel) => Promise<BriefView>;
  /** The link to the page of a brief. */
  linkOf: (channel: string) => string;
  say: (text: string) => void;
  time: (at: Instant) => string;
  /** Milliseconds of a clock that only goes on. */
  elapsed: () => number;
}

/**
 * Says what waits for the brief of each channel when it has changed since, and has not changed between two looks: at
 * most every ten minutes, and at once when the first stories wait, or another brief is the next. Returns a function
 * that looks once.
 */
export function briefAnnouncer({
  channels,
  read,
  linkOf,
  say,
  time,
  elapsed,
}: Announcing): () => Promise<void> {
  const seen = new Map<string, number>();
  const said = new Map<string, { stories: number; dueAt: Instant | undefined; at: number }>();
  return async () => {
    for (const channel of channels) {
      if (channel.brief === undefined) continue;
      const { name } = channel;
      const { stories, dueAt } = await read(channel);
      const isSettled = seen.get(name) === stories;
      seen.set(name, stories);
      const last = said.get(name);
      if (!isSettled || stories === (last?.stories ?? 0)) continue;
      const isNews = last === undefined || last.stories === 0 || last.dueAt !== dueAt;
      if (stories > 0 && !isNews && elapsed() < last.at + SAID_FOR) continue;
      said.set(name, { stories, dueAt, at: elapsed() });
      if (stories === 0 || dueAt === undefined) continue;
      const what = stories === 1 ? '1 story' : `${stories} stories`;
      say(`Next brief of ${name} at ${time(dueAt)}: ${what} so far. ${linkOf(name)}`);
    }
  };
}

/** Looks again and again until it is stopped. A look that fails is repeated. */
export function announceBriefs(given: Announcing): () => void {
  const look = briefAnnouncer(given);
  const timer = setInterval(() => void look().catch(() => undefined), CHECK_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
