import { serviceOf } from '../../../shared/domain/watches/watch.ts';
import { command, OPTIONS, STACK_OPTIONS } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack, needWatch } from '../need-stack.ts';
import { jsonLine } from '../terminal.ts';

/** Queues a run of each named watch. */
export const run = command({
  usage: 'run WATCH... [options]',
  about: `Queues a run of each watch now, in addition to its schedule. The run covers everything up to now, stores what it finds
and sends alerts. If the watch is already running, the new run steps aside. A watch that waits after an error, or that was
slowed, runs at once. A paused watch stays paused, because the rest of the plan is kept for other watches. Run
bellwether status to see how the run ended.`,
  options: { ...STACK_OPTIONS, json: OPTIONS.json },
  async run({ values, positionals }, world) {
    if (positionals.length === 0)
      throw new CliFailure('run takes at least one watch.', { hint: 'run bellwether run WATCH...' });
    const stack = await needStack(world, values);
    const all = await stack.definitions.watches();
    const watches = [...new Set(positionals)].map((id) => needWatch(id, { watches: all, stack }));
    const scheduledFor = stack.now();
    for (const { id, kind } of watches) {
      const order = { watchId: id, scheduledFor, track: 'live', continuation: 0, byHand: true } as const;
      await stack.queue.send(serviceOf(kind), order);
      if (!values.json) world.stdout.write(`${id}: queued\n`);
    }
    if (values.json) world.stdout.write(jsonLine({ queued: watches.map(({ id }) => id) }));
    return 0;
  },
});
