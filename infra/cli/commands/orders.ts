import { serviceOf } from '../../../shared/domain/watches/watch.ts';
import { needWatch, ONE_WATCH, stackCommand } from '../command.ts';
import { isoOf, SECOND, type Window } from '../../../shared/domain/time/instant.ts';
import { pastSpan, TIME_FORMS } from '../read-span.ts';
import { withProgress } from '../terminal.ts';
import type { Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';
import { printAmount } from '../print-values.ts';
import { CliFailure } from '../failure.ts';

// What a person orders besides the schedules: a run, a past period, a failed message.

/** Queues a run of each named watch. */
export const run = stackCommand({
  usage: 'run WATCH... [options]',
  about: `Queues a run of each watch now, in addition to its schedule. The run covers everything up to now, stores what it finds
and sends alerts. If the watch is already running, the new run steps aside. A watch that waits after an error, or that was
slowed, runs at once. A paused watch stays paused, because the rest of the plan is kept for other watches. Run
bellwether status to see how the run ended.`,
  options: {},
  takes: { what: 'at least one watch', least: 1, most: Infinity },
  async run({ positionals, stack }) {
    const all = await stack.definitions.watches();
    const watches = [...new Set(positionals)].map((id) => needWatch(id, { watches: all, stack }));
    const scheduledFor = stack.now();
    for (const { id, kind } of watches) {
      const order = { watchId: id, scheduledFor, track: 'live', continuation: 0, byHand: true } as const;
      await stack.queue.send(serviceOf(kind), order);
    }
    const queued = watches.map(({ id }) => id);
    return { text: queued.map((id) => `${id}: queued\n`).join(''), document: { queued } };
  },
});

/** Queues a run over a past period; the scheduled runs of the watch continue. */
export const backfill = stackCommand({
  usage: 'backfill WATCH --from TIME [--to TIME] [options]',
  about: `Queries the service for a past period. New findings are stored and cause no alerts. Scheduled runs continue. On a
terminal the command shows the progress; Ctrl-C stops the display, not the backfill. Times are those at which the service
parsed an article. A period costs at least 1 call for each 30 days. Your plan may limit how far back it can go.`,
  options: {
    from: {
      type: 'string',
      value: 'TIME',
      about: `start of the period: ${TIME_FORMS}`,
    },
    to: { type: 'string', value: 'TIME', about: 'end of the period, exclusive (default now)' },
  },
  takes: ONE_WATCH,
  async run({ values, positionals: [id = ''], stack }, world) {
    const window = pastSpan(values, stack.now());
    const { kind } = needWatch(id, { watches: await stack.definitions.watches(), stack });
    const order = {
      watchId: id,
      scheduledFor: stack.now(),
      track: 'backfill',
      continuation: 0,
      window,
    } as const;
    await stack.queue.send(serviceOf(kind), order);
    const span = { from: isoOf(window.from), to: isoOf(window.to) };
    if (world.stderr.isTTY === true) await watchProgress(id, { window, stack, world });
    return {
      text: `${id}: queued from ${span.from} to ${span.to}\n`,
      document: { watch: id, ...span },
    };
  },
});

/** How often the progress is read, and after how many readings without progress the display ends. */
const LOOK = 2 * SECOND;
const MOST_IDLE = 90;

/** Shows the progress on a terminal. Ctrl-C ends the display, not the backfill. */
async function watchProgress(
  id: string,
  { window, stack, world }: { window: Window; stack: Stack; world: World },
): Promise<void> {
  await withProgress(world.stderr, async (show) => {
    let before = window.from;
    for (let idle = 0; idle < MOST_IDLE; idle += 1) {
      const state = await stack.states.read(id, 'backfill');
      const until = Math.min(state?.coveredUntil ?? window.from, window.to);
      if (until >= window.to) break;
      if (until > before) idle = 0;
      before = until;
      const percent = Math.floor(((until - window.from) / (window.to - window.from)) * 100);
      show(`${id}: ${percent}%, covered until ${isoOf(until).slice(0, 16)} …`);
      await world.pause(LOOK);
    }
  });
}

/** Sends dead messages again, under the same id and with the same text. */
export const redrive = stackCommand({
  usage: 'redrive [MESSAGE] [options]',
  about: `Sends failed messages again: the message with this id, or all of them. The text stays the same. Fix the cause first:
bellwether status lists the failed messages and their errors.`,
  options: {},
  takes: { what: 'at most one message id', least: 0, most: 1 },
  async run({ positionals: [id = 'all'], stack }) {
    const redriven = await stack.redrive(id);
    if (id !== 'all' && redriven.length === 0)
      throw new CliFailure(`No failed message ${id} in ${stack.name}.`, {
        hint: 'run bellwether status for a list of failed messages',
      });
    const lines = redriven.map((message) => `${message}: sent again\n`);
    const sum = `${printAmount(redriven.length, 'message')} sent again.\n`;
    return {
      text: redriven.length === 0 ? 'No failed messages.\n' : `${lines.join('')}${sum}`,
      document: { redriven },
    };
  },
});
