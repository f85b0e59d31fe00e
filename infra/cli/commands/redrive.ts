import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { counted } from '../read-file.ts';
import { readOptions } from '../read-options.ts';

const options = { stage: OPTIONS.stage, data: OPTIONS.data } as const;

/** Sends dead messages again, under the same id and with the same text. */
export const redrive: Command = {
  usage: 'redrive [MESSAGE] [options]',
  about: `Sends again what could not be sent after all its tries: the message of this id, or all of them. The text is the same.
Mend the cause first; bellwether status lists what is dead, and why.`,
  options,
  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, { options, command: 'redrive' });
    if (positionals.length > 1)
      throw new CliFailure('redrive takes one message, or none for all.', {
        hint: 'leave out what is too much',
      });
    const stack = await needStack(world, values);
    const [id = 'all'] = positionals;
    const redriven = await stack.redrive(id);
    if (id !== 'all' && redriven.length === 0)
      throw new CliFailure(`No message ${id} is dead in ${stack.name}.`, {
        hint: 'bellwether status lists them',
      });
    for (const message of redriven) world.stdout.write(`${message}: sent again\n`);
    world.stdout.write(
      redriven.length === 0 ? 'Nothing is dead.\n' : `${counted(redriven.length, 'message')} sent again.\n`,
    );
    return 0;
  },
};
