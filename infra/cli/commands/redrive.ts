import { command, OPTIONS, STACK_OPTIONS } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { jsonLine } from '../terminal.ts';
import { printCount } from '../read-file.ts';

/** Sends dead messages again, under the same id and with the same text. */
export const redrive = command({
  usage: 'redrive [MESSAGE] [options]',
  about: `Sends failed messages again: the message with this id, or all of them. The text stays the same. Fix the cause first:
bellwether status lists the failed messages and their errors.`,
  options: { ...STACK_OPTIONS, json: OPTIONS.json },
  async run({ values, positionals }, world) {
    if (positionals.length > 1)
      throw new CliFailure('redrive takes at most one message id.', {
        hint: 'run bellwether redrive to send all failed messages again',
      });
    const stack = await needStack(world, values);
    const [id = 'all'] = positionals;
    const redriven = await stack.redrive(id);
    if (id !== 'all' && redriven.length === 0)
      throw new CliFailure(`No failed message ${id} in ${stack.name}.`, {
        hint: 'run bellwether status for a list of failed messages',
      });
    if (values.json) {
      world.stdout.write(jsonLine({ redriven }));
      return 0;
    }
    for (const message of redriven) world.stdout.write(`${message}: sent again\n`);
    world.stdout.write(
      redriven.length === 0
        ? 'No failed messages.\n'
        : `${printCount(redriven.length, 'message')} sent again.\n`,
    );
    return 0;
  },
});
