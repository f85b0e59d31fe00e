import { serviceOf } from '../../../shared/domain/watches/watch.ts';
import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack, needWatch } from '../need-stack.ts';
import { readCommandOptions } from '../read-command-options.ts';

const options = { stage: OPTIONS.stage, data: OPTIONS.data } as const;

/** Queues a run of each named watch. */
export const run: Command = {
  usage: 'run WATCH... [options]',
  about: `Queues a run of each watch now, in addition to its schedule. The run covers everything up to now, stores what it finds
and sends alerts. If the watch is already running, the new run steps aside. A watch that waits after an error, or that was
slowed, runs at once. A paused watch stays paused, because the rest of the plan is kept for other watches. Run
bellwether status to see how the run ended.`,
  options,
  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = readCommandOptions(args, { options, command: 'run' });
    if (positionals.length === 0)
      throw new CliFailure('run takes at least one watch.', { hint: 'run bellwether run WATCH...' });
    const stack = await needStack(world, values);
    const all = await stack.definitions.watches();
    const watches = [...new Set(positionals)].map((id) => needWatch(id, { watches: all, stack }));
    const scheduledFor = stack.now();
    for (const { id, kind } of watches) {
      const order = { watchId: id, scheduledFor, track: 'live', continuation: 0, byHand: true } as const;
      await stack.queue.send(serviceOf(kind), order);
      world.stdout.write(`${id}: queued\n`);
    }
    return 0;
  },
};
