import { OPERATORS } from '../../../shared/domain/channels/channel.ts';
import { OPTIONS, type Command } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { counted, readWatchesFile, WATCHES_FILE } from '../read-file.ts';
import { readOptions } from '../read-options.ts';
import { printProblems } from '../../watches-file/print-problems.ts';

const options = { watches: OPTIONS.watches };

/** Checks the file of watches, and nothing else: no stack, no network. */
export const validate: Command = {
  usage: 'validate [options]',
  about: `Checks a file of watches and lists every problem with its place, what was expected and what to do. Needs neither a
stack nor a network. The exit code is 1 when there are problems. Warnings do not count as problems.`,
  options,
  async run(args, world) {
    const { values, positionals } = readOptions(args, { options, command: 'validate' });
    if (positionals.length > 1)
      throw new CliFailure('validate takes one file.', { hint: 'check one file after the other' });
    const file = values.watches ?? positionals[0] ?? WATCHES_FILE;
    const compiled = await readWatchesFile(file, world);
    world.stdout.write(printProblems(compiled.warnings, 'warning'));
    if (!compiled.ok) {
      world.stdout.write(printProblems(compiled.problems, 'error'));
      world.stdout.write(`${file}: ${counted(compiled.problems.length, 'problem')}\n`);
      return 1;
    }
    const { watches, channels } = compiled.desired;
    const notified = channels.filter(({ name }) => name !== OPERATORS);
    const warnings =
      compiled.warnings.length === 0 ? '' : `, ${counted(compiled.warnings.length, 'warning')}`;
    world.stdout.write(
      `${file}: ${counted(watches.length, 'watch')}, ${counted(notified.length, 'channel')}: valid${warnings}\n`,
    );
    return 0;
  },
};
