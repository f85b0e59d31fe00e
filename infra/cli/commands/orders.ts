import { serviceOf } from '../../../shared/domain/watches/watch.ts';
import { needWatch, ONE_WATCH, stackCommand } from '../command.ts';
import { isoOf } from '../../../shared/domain/time/instant.ts';
import { pastSpan, TIME_FORMS } from '../read-span.ts';
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
  about: `Queries the service for a past period. New findings are stored and cause no alerts. Scheduled runs continue.
bellwether status shows how far it is. Times are those at which the service parsed an article. A period costs at least 1 call for each 30 days. Your plan may limit how far back it can go.`,
  options: {
    from: {
      type: 'string',
      value: 'TIME',
      about: `start of the period: ${TIME_FORMS}`,
    },
    to: { type: 'string', value: 'TIME', about: 'end of the period, exclusive (default now)' },
  },
  takes: ONE_WATCH,
  async run({ values, positionals: [id = ''], stack }) {
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
    return {
      text: `${id}: queued from ${span.from} to ${span.to}\n`,
      document: { watch: id, ...span },
    };
  },
});

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
