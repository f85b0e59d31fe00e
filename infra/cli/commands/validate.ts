import { OPERATORS } from '../../../shared/domain/channels/channel.ts';
import { command, OPTIONS, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { paint, jsonText } from '../terminal.ts';
import { printCount, compileWatchesFile } from '../read-file.ts';
import { type CompiledWatches, printProblems } from '../../watches-file/compile-watches.ts';
import type { World } from '../world.ts';

/** Checks the watches file without a stack or a network. */
export const validate = command({
  usage: 'validate [options]',
  about: `Checks a watches file and reports every problem with its line, what was expected and a suggested fix. Needs no stack and
no network. Exit code 1 when there are problems, 0 when there are only warnings.`,
  options: {
    watches: OPTIONS.watches,
    stage: {
      type: 'string',
      value: 'NAME',
      about: 'refuse watches of services that this stage does not use',
    },
    json: OPTIONS.json,
  },
  async run({ values, positionals }, world) {
    if (positionals.length > 1)
      throw new CliFailure('validate takes one file.', {
        hint: 'run bellwether validate once for each file',
      });
    const file = values.watches ?? positionals[0] ?? world.watchesFile;
    const unused = values.stage === undefined ? undefined : await readUnused(values.stage);
    const compiled = await compileWatchesFile(file, world, unused);
    if (values.json) return printDocument(compiled, { file, world });
    world.stdout.write(printProblems(compiled.warnings, paint('warning', 'warning')));
    if (!compiled.ok) {
      world.stdout.write(printProblems(compiled.problems, paint('error', 'error')));
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

function printDocument(compiled: CompiledWatches, { file, world }: { file: string; world: World }): ExitCode {
  const { ok, warnings } = compiled;
  const { watches, channels } = ok ? compiled.desired : { watches: [], channels: [] };
  const document = {
    file,
    valid: ok,
    watches: watches.map(({ id }) => id),
    channels: channels.filter(({ name }) => name !== OPERATORS).map(({ name }) => name),
    problems: ok ? [] : compiled.problems,
    warnings,
  };
  world.stdout.write(jsonText(document));
  return ok ? 0 : 1;
}

/** Loaded late: most files are checked without a stage. */
async function readUnused(stage: string) {
  return (await import('../stack/read-stage-file.ts')).readUnused(stage);
}
