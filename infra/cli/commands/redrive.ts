import { printAmount } from '../print-values.ts';
import { stackCommand } from '../command.ts';
import { CliFailure } from '../failure.ts';

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
