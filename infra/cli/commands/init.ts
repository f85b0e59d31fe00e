import { isPolled } from '../../../shared/domain/lib/errors.ts';
import { existsSync } from 'node:fs';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import { finds, rowMatcherOf } from '../../../shared/domain/world/match-rows.ts';
import { compileWatches, printProblems } from '../../watches-file/compile-watches.ts';
import { command, OPTIONS, STACK_OPTIONS } from '../command.ts';
import { CliFailure } from '../failure.ts';
import {
  askForCompany,
  type Company,
  isCommonWord,
  NO_FEEDS,
  type Question,
  QUESTIONS,
} from '../init/questions.ts';
import {
  chooseFeeds,
  otherLanguages,
  printFeeds,
  printFeedsPreview,
  readStarterFeeds,
  type StarterFeed,
} from '../init/starter-feeds.ts';
import { printWatches } from '../init/print-watches.ts';
import { anyOf, wordsIn } from '../init/query-words.ts';
import { makePreview, type Preview } from '../preview/make-preview.ts';
import { plainText, printAmount, printNumber } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import { paint } from '../terminal.ts';
import type { World } from '../world.ts';

/** Apart from the files of the product, so that an update of these never conflicts with it. */
const OWN_FILE = 'own/watches.yaml';
/** Beside it. */
const FEEDS_FILE = 'feeds.opml';

const LIST = { type: 'string', value: 'LIST' } as const;

/** Writes a first watches file for a company. */
export const init = command({
  usage: 'init "MY COMPANY" [options]',
  about: `Writes a first watches file for a company: watches for its news, bad news, deals, people and events, and channels that
are calm by default. Asks what it needs to know; each option answers one question, and without a terminal the options are all it
reads. Without a key of the news service, in NEWS_API_KEY or in the stack, the watches read feeds, and the feeds are written to ${FEEDS_FILE} beside the
file, from feeds/starter.opml. Then it previews each watch: on what the feeds show now, or on what the stack that runs can search. Never changes a file
that exists. Lists have commas: "Acme Corp, Acme".`,
  options: {
    names: { ...LIST, about: 'what the news calls the company' },
    not: { ...LIST, about: 'phrases that show that something else of that name is meant' },
    competitors: { ...LIST, about: 'competitors, for the share of voice' },
    people: { ...LIST, about: 'people to follow together with the company' },
    languages: { ...LIST, about: 'languages of the news, as codes (default en)' },
    email: { ...LIST, about: 'addresses for alerts; the first one is also notified of failures' },
    sms: { ...LIST, about: 'mobile numbers for critical alerts' },
    feeds: {
      ...LIST,
      about: `themes and countries of feeds, such as Business, France; ${NO_FEEDS} writes searches and events instead, which need a key`,
    },
    timezone: {
      type: 'string',
      value: 'ZONE',
      about: 'the time zone of briefs (default: that of this machine)',
    },
    watches: { ...OPTIONS.watches, about: `the file to write (default ${OWN_FILE})` },
    ...STACK_OPTIONS,
  },
  takes: { what: 'exactly one name', least: 1, most: 1 },
  async run({ values, positionals: [name = ''] }, world) {
    const file = values.watches ?? OWN_FILE;
    const path = resolve(world.folder, file);
    await refuseExisting(path, file);
    const stack = await world.openStack(values);
    const hasKey = world.hasNewsKey === true || (await hasRealKey(stack));
    const answers = await askForCompany(
      { name: name.trim(), timezone: values.timezone ?? world.timezone ?? 'UTC' },
      { given: values, ask: world.ask, missing: missingAnswer, hasKey },
    );
    const feeds = feedsFor(answers, { hasKey, given: values.feeds });
    const others = otherLanguages(feeds, answers.languages);
    const company = { ...answers, languages: [...answers.languages, ...others] };
    const feedsPath = join(dirname(path), FEEDS_FILE);
    const feedsFile = join(dirname(file), FEEDS_FILE);
    const feedsText = feeds.length === 0 ? undefined : printFeeds(feeds);
    if (feedsText !== undefined) await refuseExisting(feedsPath, feedsFile);
    const text = printWatches(company, relative(dirname(path), schemaIn(world.folder)), {
      services: hasKey || feedsText === undefined,
      ...(feedsText !== undefined && { feeds: FEEDS_FILE }),
    });
    const readBeside = (beside: string) => (beside === basename(feedsPath) ? feedsText : undefined);
    const compiled = compileWatches(text, { file, now: world.now(), readBeside });
    if (!compiled.ok) throw refused(compiled.problems);
    if (feedsText !== undefined) await writeNew(feedsPath, { file: feedsFile, text: feedsText });
    await writeNew(path, { file, text });
    world.stdout.write(printProblems(compiled.warnings, paint('warning', 'warning')));
    world.stdout.write(
      `${file} is written. It has ${printAmount(compiled.desired.watches.length, 'watch')}.\n`,
    );
    if (feedsText !== undefined)
      world.stdout.write(`${feedsFile} is written. It has ${printAmount(feeds.length, 'feed')}.\n`);
    world.stdout.write(`${advise(company, others)}\n`);
    await printFeedsPreview(compiled.desired, { world, file: feedsFile });
    await printArchivePreview(compiled.desired, { world, company });
    await printCompanyPreview(compiled.desired, { world, stack });
    world.stdout.write(nextSteps(file, feedsText === undefined ? undefined : feedsFile));
    return 0;
  },
});

/** The schema of the file: in a clone beside it, else in the installed package. */
function schemaIn(folder: string): string {
  const own = join(folder, 'watches.schema.json');
  return existsSync(own) ? own : join(folder, 'node_modules/bellwether/watches.schema.json');
}

/**
 * Prints what the watch of the archive finds in its latest files, so that a name with other meanings shows, and how
 * many articles with the bare names it leaves out.
 */
async function printArchivePreview(
  { watches }: Desired,
  { world, company: { names } }: { world: World; company: Company },
): Promise<void> {
  const watch = watches.find(({ kind }) => kind === 'world');
  if (!watch) return;
  world.stdout.write("Reading the last 2 hours of the archive of the world's news, about 60 MB.\n");
  const bare = { ...watch, query: { ...watch.query, q: anyOf(names) } };
  const { read, rows: named } = await world.readArchive(bare, { now: world.now });
  const matcher = rowMatcherOf(watch);
  const rows = named.filter((row) => finds(matcher, row));
  if (read === 0) {
    world.stdout.write(
      "The archive of the world's news could not be read now. The watch reads it when it runs.\n\n",
    );
    return;
  }
  const lines = rows
    .slice(0, 3)
    .map(({ title, outlet }) => `    ${plainText(title)} (${plainText(outlet.domain)})\n`);
  world.stdout.write(
    `The archive has ${printAmount(read, 'article')} of these hours, ${printNumber(named.length)} with its names, and ${printNumber(rows.length)} of these fit ${watch.id}.\n${lines.join('')}Add words with AND to its q where others are meant.\n\n`,
  );
}

/** What the person who answered may not expect, each in a line of its own. */
function advise({ names, competitors, languages }: Company, others: readonly string[]): string {
  const label = paint('warning', 'warning');
  const language =
    others.length === 0
      ? []
      : [`The feeds are in ${others.join(', ')}, so the watches find items in ${languages.join(', ')}.`];
  const common = [...names, ...competitors]
    .filter(isCommonWord)
    .map(
      (name) =>
        `"${name}" is also an ordinary word. Context words are added: it counts only beside one of ${wordsIn(languages, 'business').join(', ')}. Edit them in q, or write a longer name with --names or --competitors.`,
    );
  return [...language, ...common].map((line) => `${label}: ${line}\n`).join('');
}

/**
 * Whether a stack searches a news service on the network, with a key. The local one is on this machine, with invented
 * news.
 */
async function hasRealKey(stack: Stack | undefined): Promise<boolean> {
  const { url, key } = stack?.services.news ?? {};
  const host = url === undefined ? undefined : URL.parse(url)?.hostname;
  if (host === undefined || host === '127.0.0.1' || host === 'localhost') return false;
  return (await key?.().catch(() => '')) !== '';
}

/** The feeds for a company: what was asked for, or without a key those in its languages. */
function feedsFor(
  { feeds, languages }: Company,
  { hasKey, given }: { hasKey: boolean; given: string | undefined },
): StarterFeed[] {
  if (feeds.some((name) => name.toLowerCase() === NO_FEEDS)) return [];
  if (hasKey && given === undefined) return [];
  return chooseFeeds(readStarterFeeds(), { wanted: feeds, languages });
}

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

async function refuseExisting(path: string, file: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw notWritten(file, 'It exists already');
}

async function writeNew(path: string, { file, text }: { file: string; text: string }): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
  } catch (cause) {
    throw notWritten(file, cause instanceof Error ? cause.message : String(cause));
  }
}

function notWritten(file: string, why: string): CliFailure {
  return new CliFailure(`Cannot write ${file}. ${why}. Nothing was changed.`, {
    hint: 'name a file in another folder with --watches FOLDER/watches.yaml',
  });
}

function nextSteps(file: string, feeds: string | undefined): string {
  const steps =
    feeds === undefined
      ? [
          [`npm start -- --watches ${file}`, 'run it on this machine, on sample news'],
          [`npx bellwether preview WATCH --watches ${file}`, 'what one watch would have found and sent'],
        ]
      : [
          [`npm start -- --watches ${file}`, 'run it on this machine, on the headlines of these feeds'],
          [`npm start -- --watches ${file} --fresh`, 'the same, without what an earlier start has left'],
          [`npm start -- --feeds ${feeds}`, 'or show every headline of these feeds'],
          [`npx bellwether feeds check ${feeds}`, 'which feeds work, and how often they have something new'],
        ];
  const last = [`BELLWETHER_WATCHES=${file}`, 'set this, and every command and npm run deploy use the file'];
  const width = Math.max(...[...steps, last].map(([command = '']) => command.length));
  const lines = [...steps, last].map(([command = '', does = '']) => `  ${command.padEnd(width)}   ${does}\n`);
  return `Next:\n${lines.join('')}`;
}

/**
 * Prints what each watch of the services would have found and sent in the past month. Without a stack that runs, it
 * prints nothing.
 */
async function printCompanyPreview(
  { watches: all, channels }: Desired,
  { world, stack }: { world: World; stack: Stack | undefined },
): Promise<void> {
  const watches = all.filter(({ kind }) => !isPolled(kind));
  if (!stack || stack.isStopped || watches.length === 0) return;
  world.stdout.write(`What ${stack.name} would have found and sent in 30 days:\n`);
  const width = Math.max(...watches.map(({ id }) => id.length)) + 2;
  for (const watch of watches) {
    const found = await makePreview(watch, { channels, stack, now: stack.now });
    world.stdout.write(`  ${watch.id.padEnd(width)}${lineOf(found)}\n`);
  }
  world.stdout.write('\n');
}

function lineOf({ tried, notified }: Preview): string {
  const matches = tried === undefined ? 'not known' : printAmount(tried.hits, 'match');
  return notified === undefined ? matches : `${matches}, about ${printAmount(notified.monthly, 'alert')}`;
}
