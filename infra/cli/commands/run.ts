import { serviceOf } from '../../../shared/domain/watches/watch.ts';
import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack, needWatch } from '../need-stack.ts';
import { readOptions } from '../read-options.ts';

const options = { stage: OPTIONS.stage, data: OPTIONS.data } as const;

/** Queues a run of each named watch, as its schedule would. */
export const run: Command = {
  usage: 'run WATCH... [options]',
  about: `Queues a run of each watch, beside its schedule: it covers everything up to now, stores what it finds and tells it. A
watch that runs already steps aside; one that rests, or was slowed, asks at once; one that is paused stays so: what is
left of the plan is put aside for others. bellwether status shows how it ended.`,
  options,
  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, { options, command: 'run' });
    if (positionals.length === 0)
      throw new CliFailure('Which watch?', { hint: 'name one or more: bellwether run WATCH...' });
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
