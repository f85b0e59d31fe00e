import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { compileWatches } from '../../watches-file/compile-watches.ts';
import { printProblems } from '../../watches-file/print-problems.ts';
import { command, OPTIONS, STACK_OPTIONS } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { printCompanyPreview } from '../init/preview-company.ts';
import { printWatches } from '../init/print-watches.ts';
import { askForCompany, QUESTIONS, type Question } from '../init/questions.ts';
import { paint } from '../terminal/paint.ts';

/** Apart from the files of the product, so that an update of these never conflicts with it. */
const OWN_FILE = 'own/watches.yaml';

const LIST = { type: 'string', value: 'LIST' } as const;

/** Writes a first watches file for a company. */
export const init = command({
  usage: 'init "MY COMPANY" [options]',
  about: `Writes a first watches file for a company: watches for its news, bad news, deals, people and events, and channels that
are calm by default. Asks what it needs to know; each option answers one question, and without a terminal the options are all it
reads. Then it previews each watch, if a stack runs. Never changes a file that exists. Lists have commas: "Acme Corp, Acme".`,
  options: {
    names: { ...LIST, about: 'what the news calls the company' },
    not: { ...LIST, about: 'phrases that show that something else of that name is meant' },
    competitors: { ...LIST, about: 'competitors, for the share of voice' },
    people: { ...LIST, about: 'people to follow together with the company' },
    languages: { ...LIST, about: 'languages of the news, as codes (default en)' },
    email: { ...LIST, about: 'addresses for alerts; the first one also hears of failures' },
    sms: { ...LIST, about: 'mobile numbers for critical alerts' },
    timezone: {
      type: 'string',
      value: 'ZONE',
      about: 'the time zone of briefs (default: that of this machine)',
    },
    watches: { ...OPTIONS.watches, about: `the file to write (default ${OWN_FILE})` },
    ...STACK_OPTIONS,
  },
  async run({ values, positionals }, world) {
    const [name = '', ...more] = positionals;
    if (name.trim() === '' || more.length > 0)
      throw new CliFailure('init takes exactly one name.', { hint: 'run bellwether init "My Company"' });
    const file = values.watches ?? OWN_FILE;
    const path = resolve(world.folder, file);
    const company = await askForCompany(
      { name: name.trim(), timezone: values.timezone ?? world.timezone ?? 'UTC' },
      { given: values, ask: world.ask, missing: missingAnswer },
    );
    const text = printWatches(company, relative(dirname(path), join(world.folder, 'watches.schema.json')));
    const compiled = compileWatches(text, { file, now: world.now() });
    if (!compiled.ok) throw refused(compiled.problems);
    await writeNew(path, { file, text });
    world.stdout.write(printProblems(compiled.warnings, paint('warning', 'warning')));
    world.stdout.write(`${file} is written. It has ${compiled.desired.watches.length} watches.\n\n`);
    await printCompanyPreview(compiled.desired, { world, choice: values });
    world.stdout.write(nextSteps(file));
    return 0;
  },
});

function missingAnswer({ option, ask }: Question): CliFailure {
  return new CliFailure(`init needs an answer: ${ask}.`, { hint: `add --${option} LIST` });
}

/** What was answered cannot be in a file: the problem names the place in the text, which nobody has seen. */
function refused(problems: Parameters<typeof printProblems>[0]): CliFailure {
  const what = new Set(
    problems.map(({ what: text, found }) => (found === undefined ? text : `${text}: ${found}`)),
  );
  const options = QUESTIONS.map(({ option }) => `--${option}`).join(', ');
  return new CliFailure(`An answer cannot be used. ${[...what].join('. ')}. Nothing was written.`, {
    hint: `answer again, or give the answers as options: ${options}, --timezone`,
  });
}

async function writeNew(path: string, { file, text }: { file: string; text: string }): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    const why = isThere ? 'It exists already' : cause instanceof Error ? cause.message : String(cause);
    throw new CliFailure(`Cannot write ${file}. ${why}. Nothing was changed.`, {
      hint: 'name another file with --watches FILE',
      cause,
    });
  }
}

function nextSteps(file: string): string {
  return `Next:
  npm start -- --watches ${file}                   run it on this machine, on sample news
  npx bellwether preview WATCH --watches ${file}   what one watch would have found and sent
  BELLWETHER_WATCHES=${file}                       set this, and every command and npm run deploy use the file
`;
}
