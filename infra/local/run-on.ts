import type { Desired } from '../../shared/domain/config/desired-state.ts';
import { HOUR } from '../../shared/domain/time/instant.ts';
import { inboxLink } from '../../shared/domain/pages/page-links.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import type { OpenStack } from './open-stack.ts';
import { resumeExtractions } from './resume-extractions.ts';
import { orderFirstRuns } from './order-first-runs.ts';
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

/** How many of the next runs are printed. */
const NAMED = 5;

/** Lets the stack run until the user stops it. Rejects when an engine ends by itself, or when the disk is full. */
export async function runOn(order: RunOnOrder): Promise<void> {
  const { stack, options, desired, clock, stopped } = order;
  const { machine, access } = stack;
  await resumeExtractions(access, clock);
  await orderFirstRuns(desired.watches, access, clock.now());
  machine.takeOrders();
  machine.scheduler.run();
  await printSummary(order);
  await Promise.race([stopped, machine.broken, watchDisk(options.data)]);
}

async function printSummary({ stack, options, desired, clock, terminal }: RunOnOrder): Promise<void> {
  const { upstream, machine, access } = stack;
  const { ScheduleGroup } = access.outputs;
  const runs = machine.scheduler.upcoming().filter(({ group }) => group === ScheduleGroup);
  const next = runs.slice(0, NAMED).map(({ name, at }) => `${name} ${terminal.time(at)}`);
  const lines = {
    watches: `${desired.watches.length} from ${options.watches}: ${desired.watches.map(({ id }) => id).join(', ')}`,
    'next runs': `${next.join(', ')}${runs.length > NAMED ? ` and ${runs.length - NAMED} more` : ''}`,
    pages: inboxLink(clock.now() + LINK_LIFE, await access.links()),
    news: upstream.news.url,
    state: `${options.data} (outbox.ndjson: all sent messages; functions.log: the log of the functions)`,
  };
  terminal.line(
    '\nBellwether runs on this machine. Each alert is printed here when it is sent. Press Ctrl-C to stop.',
  );
  for (const [name, text] of Object.entries(lines)) terminal.line(`  ${name.padEnd(11)}${text}`);
}
