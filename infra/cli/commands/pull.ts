import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { compileWatches, printProblems } from '../../watches-file/compile-watches.ts';
import { besideOf } from '../../watches-file/find-file.ts';
import { writeEdit } from '../../watches-file/write-edits.ts';
import { OPTIONS, stackCommand } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { compareEdits, readEdited } from '../plan/compare.ts';
import { printAmount } from '../print-values.ts';
import { readText, readValidWatches } from '../read-file.ts';

/** Writes what people edited on pages into the watches file. */
export const pull = stackCommand({
  usage: 'pull [options]',
  about: `Writes the edits that people made on the pages of a stack into the watches file, for a pull request. Comments and order
stay. The stack does not change: once you apply the file, its edits end, because the file says the same. Prints what was
written, and each edit that has no place in the file.`,
  options: { watches: OPTIONS.watches },
  async run({ values, stack }, world) {
    const file = values.watches ?? world.watchesFile;
    const { desired } = await readValidWatches(file, world);
    const before = await readText(file, world);
    const edits = compareEdits(desired, await readEdited(stack)).filter(({ fate }) => fate !== 'in-file');
    let text = before;
    const [written, left]: [string[], string[]] = [[], []];
    for (const one of edits) {
      const next = one.path && writeEdit(text, { edit: one.edit, path: one.path });
      (next === undefined ? left : written).push(`${one.id} ${one.text}`);
      text = next ?? text;
    }
    const path = resolve(world.folder, file);
    const compiled = compileWatches(text, { file, now: world.now(), readBeside: besideOf(path) });
    if (!compiled.ok) {
      world.stderr.write(printProblems(compiled.problems, 'error'));
      throw new CliFailure(`With its edits ${file} would have problems. Nothing was written.`, {
        hint: 'undo these edits on the page of the watch, or change the file yourself',
      });
    }
    if (text !== before) await writeFile(path, text);
    return {
      text: [
        written.length === 0
          ? 'No edits to write.\n'
          : `Wrote ${printAmount(written.length, 'edit')} into ${file}:\n`,
        ...written.map((one) => `  ${one}\n`),
        ...(left.length > 0
          ? ['Not written: what they remove is written elsewhere in the file, such as for all watches.\n']
          : []),
        ...left.map((one) => `  ${one}\n`),
      ].join(''),
      document: { stack: stack.name, written, left },
    };
  },
});
