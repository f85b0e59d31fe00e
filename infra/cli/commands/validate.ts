import { OPERATORS } from '../../../shared/domain/channels/channel.ts';
import { command, OPTIONS } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { printCount, compileWatchesFile, WATCHES_FILE } from '../read-file.ts';
import { printProblems } from '../../watches-file/print-problems.ts';

/** Checks the watches file without a stack or a network. */
export const validate = command({
  usage: 'validate [options]',
  about: `Checks a watches file and reports every problem with its line, what was expected and a suggested fix. Needs no stack and
no network. Exit code 1 when there are problems, 0 when there are only warnings.`,
  options: { watches: OPTIONS.watches },
  async run({ values, positionals }, world) {
    if (positionals.length > 1)
      throw new CliFailure('validate takes one file.', {
        hint: 'run bellwether validate once for each file',
      });
    const file = values.watches ?? positionals[0] ?? WATCHES_FILE;
    const compiled = await compileWatchesFile(file, world);
    world.stdout.write(printProblems(compiled.warnings, 'warning'));
    if (!compiled.ok) {
      world.stdout.write(printProblems(compiled.problems, 'error'));
      world.stdout.write(`${file}: ${printCount(compiled.problems.length, 'problem')}\n`);
      return 1;
    }
    const { watches, channels } = compiled.desired;
    const notified = channels.filter(({ name }) => name !== OPERATORS);
    const warnings =
      compiled.warnings.length === 0 ? '' : `, ${printCount(compiled.warnings.length, 'warning')}`;
    world.stdout.write(
      `${file}: ${printCount(watches.length, 'watch')}, ${printCount(notified.length, 'channel')}: valid${warnings}\n`,
    );
    return 0;
  },
});
