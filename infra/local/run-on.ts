import { NOT_USED } from '../../shared/contracts/names.ts';
import type { Desired } from '../../shared/domain/config/desired-state.ts';
import { HOUR } from '../../shared/domain/time/instant.ts';
import { inboxLink } from '../../shared/domain/pages/page-links.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { readBrief } from '../../shared/use-cases/pages/read-brief.ts';
import { announceBriefs } from './greeting/announce-briefs.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import type { OpenStack } from './open-stack.ts';
import { resumeExtractions } from './resume-extractions.ts';
import { orderFirstRuns } from './first-runs/order-first-runs.ts';
import type { StartOptions } from './start-options.ts';
import type { Terminal } from './terminal.ts';
import { watchDisk } from './watch-disk.ts';

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

/** Prints each watch with what it looks for and when it runs next, and where things are. Returns the link to the pages. */
async function printSummary({ stack, options, desired, clock, terminal }: RunOnOrder): Promise<string> {
  const { upstream, machine, access } = stack;
  const { ScheduleGroup } = access.outputs;
  const runs = machine.scheduler.upcoming().filter(({ group }) => group === ScheduleGroup);
  const next = new Map(runs.map(({ name, at }) => [name, at]));
  const pages = inboxLink(clock.now() + LINK_LIFE, await access.links());
  terminal.line(
    '\nBellwether runs on this machine. Each alert is printed here when it is sent. Press Ctrl-C to stop.',
  );
  terminal.line(`  ${desired.watches.length} watches from ${options.feeds?.file ?? options.watches}:`);
  const width = Math.max(...desired.watches.map(({ id }) => id.length));
  for (const watch of desired.watches) {
    const at = next.get(watch.id);
    const when = at === undefined ? 'runs by hand only' : `next run ${terminal.time(at)}`;
    terminal.line(`    ${watch.id.padEnd(width)}  ${soughtBy(watch)}; ${when}`);
  }
  const lines = {
    pages,
    ...newsLine(upstream.news.url),
    state: `${options.data} (outbox.ndjson: all sent messages; functions.log: the log of the functions)`,
  };
  for (const [name, text] of Object.entries(lines)) terminal.line(`  ${name.padEnd(7)}${text}`);
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
