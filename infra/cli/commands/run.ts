import { serviceOf } from '../../../shared/domain/watches/watch.ts';
import { needWatch, stackCommand } from '../command.ts';

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
