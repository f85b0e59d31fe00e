import { printAmount } from '../print-values.ts';
import { OPERATORS } from '../../../shared/domain/channels/channel.ts';
import { command, OPTIONS } from '../command.ts';
import { paint } from '../terminal.ts';
import { compileWatchesFile } from '../read-file.ts';
import { printProblems } from '../../watches-file/compile-watches.ts';

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
  takes: { what: 'one file', least: 0, most: 1 },
  async run({ values, positionals: [named] }, world) {
    const file = values.watches ?? named ?? world.watchesFile;
    const unused = values.stage === undefined ? undefined : await readUnused(values.stage);
    const compiled = await compileWatchesFile(file, world, unused);
    const { ok, warnings } = compiled;
    const problems = ok ? [] : compiled.problems;
    const watches = ok ? compiled.desired.watches.map(({ id }) => id) : [];
    const channels = ok ? compiled.desired.channels.map(({ name }) => name) : [];
    const notified = channels.filter((name) => name !== OPERATORS);
    const counted = warnings.length === 0 ? '' : `, ${printAmount(warnings.length, 'warning')}`;
    const sum = ok
      ? `${printAmount(watches.length, 'watch')}, ${printAmount(notified.length, 'channel')}: valid${counted}`
      : printAmount(problems.length, 'problem');
    return {
      text: [
        printProblems(warnings, paint('warning', 'warning')),
        printProblems(problems, paint('error', 'error')),
        `${file}: ${sum}\n`,
      ].join(''),
      document: { file, valid: ok, watches, channels: notified, problems, warnings },
      code: ok ? 0 : 1,
    };
  },
});

/** Loaded late: most files are checked without a stage. */
async function readUnused(stage: string) {
  return (await import('../stack/read-stage-file.ts')).readUnused(stage);
}
