import { nearest } from '../../shared/contracts/watches-file/near-miss.ts';
import type { Command, ExitCode, OptionSpec } from './command.ts';
import { CliFailure, explainError } from './failure.ts';
import { paint, terminalSink } from './terminal.ts';
import type { Sink, World } from './world.ts';

/** What a command is for, in a few words, and how it is loaded. */
type Entry = readonly [summary: string, load: () => Promise<Command>];

/** The commands, in the order of the help. Each is loaded only when it is called: `validate` needs no SDK. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  start: ['run the whole stack on this machine', async () => (await import('./commands/start.ts')).start],
  init: [
    'write a first watches file for your company',
    async () => (await import('./commands/init.ts')).init,
  ],
  validate: ['check watches.yaml', async () => (await import('./commands/validate.ts')).validate],
  plan: [
    'show what apply would change, and the costs per month',
    async () => (await import('./commands/plan.ts')).plan,
  ],
  preview: ['try a watch before you apply it', async () => (await import('./commands/preview.ts')).preview],
  replay: [
    'compare what a watches file would have sent with what is in force',
    async () => (await import('./commands/replay.ts')).replay,
  ],
  apply: ['update the stack to match watches.yaml', async () => (await import('./commands/apply.ts')).apply],
  pull: ['write edits of pages into watches.yaml', async () => (await import('./commands/pull.ts')).pull],
  run: ['run watches now', async () => (await import('./commands/orders.ts')).run],
  backfill: [
    'find past articles without alerts',
    async () => (await import('./commands/orders.ts')).backfill,
  ],
  redrive: ['send failed messages again', async () => (await import('./commands/orders.ts')).redrive],
  silence: [
    'mute alerts for a time; list or end silences',
    async () => (await import('./commands/silence.ts')).silence,
  ],
  drill: [
    'send a test message to every channel and see who gets it',
    async () => (await import('./commands/drill.ts')).drill,
  ],
  explain: [
    'explain why an article caused an alert, or why not',
    async () => (await import('./commands/explain.ts')).explain,
  ],
  mcp: ['give an assistant tools to read a stack', async () => (await import('./commands/mcp.ts')).mcp],
  sessions: [
    'show who has signed in to the pages, and sign people out',
    async () => (await import('./commands/access.ts')).sessions,
  ],
  open: ['print a link to the pages', async () => (await import('./commands/access.ts')).open],
  share: [
    'print, list and revoke addresses of feeds',
    async () => (await import('./commands/access.ts')).share,
  ],
  key: ['make, list or revoke keys of the HTTP API', async () => (await import('./commands/access.ts')).key],
  status: [
    'show watches, channels, plans and incidents',
    async () => (await import('./commands/status.ts')).status,
  ],
  report: ['write a report now, for any days', async () => (await import('./commands/report.ts')).report],
  smoke: [
    'check a stack from end to end with a watch of its own',
    async () => (await import('./commands/checks.ts')).smoke,
  ],
  records: [
    'show the records of an extraction watch with all their fields',
    async () => (await import('./commands/records.ts')).records,
  ],
  feeds: [
    'find the feeds of a site, and check feeds',
    async () => (await import('./commands/feeds.ts')).feeds,
  ],
  export: [
    'write findings, alerts and stories to files',
    async () => (await import('./commands/export.ts')).exportCommand,
  ],
  forget: [
    'remove a watch, a brand or an address with all that belongs to it',
    async () => (await import('./commands/forget.ts')).forget,
  ],
  'upgrade-check': [
    'show what a new version would change in a stack',
    async () => (await import('./commands/checks.ts')).upgradeCheck,
  ],
  destroy: [
    'remove a stack in AWS, after a list of what is lost',
    async () => (await import('./destroy/destroy-command.ts')).destroy,
  ],
  doctor: [
    'check keys, addresses and subscriptions',
    async () => (await import('./commands/checks.ts')).doctor,
  ],
};

/** Runs one command line. Never throws: an error is printed on stderr and gives exit code 1. */
export async function main(args: readonly string[], given: World): Promise<ExitCode> {
  const world = { ...given, stdout: terminalSink(given.stdout), stderr: terminalSink(given.stderr) };
  try {
    return await dispatch(args, world);
  } catch (error) {
    const { message, hint } = explainError(error);
    world.stderr.write(
      `${paint('error', 'bellwether:')} ${message}\n${hint === undefined ? '' : `  ${hint}\n`}`,
    );
    return 1;
  }
}

const VERSION = new Set(['version', '--version', '-v']);
const HELP = new Set(['help', '--help', '-h']);

async function dispatch([name = 'help', ...args]: readonly string[], world: World): Promise<ExitCode> {
  if (HELP.has(name) && (args[0] === undefined || HELP.has(args[0]))) {
    world.stdout.write(overview(helpWidth(world.stdout.columns)));
    return 0;
  }
  if (VERSION.has(name) && args.length === 0) {
    world.stdout.write(`${await readVersion()}\n`);
    return 0;
  }
  const [called, rest] = HELP.has(name) ? [args[0] ?? '', ['--help']] : [name, args];
  const entry = Object.hasOwn(COMMANDS, called) ? COMMANDS[called] : undefined;
  if (!entry) throw unknownCommand(called);
  const [, load] = entry;
  return runOrHelp(await load(), rest, world);
}

async function runOrHelp(command: Command, args: readonly string[], world: World): Promise<ExitCode> {
  if (!args.includes('--help') && !args.includes('-h')) return command.run(args, world);
  printHelp({ ...command, usage: `bellwether ${command.usage}` }, world.stdout);
  return 0;
}

/** The version of the package that this file belongs to. */
async function readVersion(): Promise<string> {
  return (await import('../../package.json', { with: { type: 'json' } })).default.version;
}

function unknownCommand(name: string): CliFailure {
  const near = nearest(name, Object.keys(COMMANDS));
  const hint =
    near === undefined ? 'run bellwether --help for a list of commands' : `did you mean bellwether ${near}?`;
  return new CliFailure(`Unknown command ${JSON.stringify(name)}.`, { hint });
}

/** The help of `bellwether` itself. */
function overview(width: number): string {
  const rows = Object.entries(COMMANDS).map(([name, [summary]]) => [name, summary] as const);
  return `Usage: bellwether COMMAND [options]

${wrapText(INTRO, width)}

${columns(rows, width)}
${wrapText(OUTRO, width)}
`;
}

const INTRO =
  'Monitors the news for a brand and alerts people when something happens. You define the watches in watches.yaml (see docs/watches.md).';
const OUTRO =
  'Run bellwether COMMAND --help for details, and bellwether --version for the version. Exit codes: 0 done, 1 error or problem found, 2 plan found changes.';

/** Prints the help of one command. Its usage begins with how it is called. */
export function printHelp({ usage, about, options }: Omit<Command, 'run'>, to: Sink): void {
  const width = helpWidth(to.columns);
  const rows = Object.entries(options).map(([name, spec]) => [flagOf(name, spec), spec.about] as const);
  const table = columns([...rows, ['--help', 'show this text']], width);
  to.write(`Usage: ${usage}\n\n${wrapText(about, width)}\n\n${table}`);
}

function flagOf(name: string, { value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function columns(rows: readonly (readonly [string, string])[], width: number): string {
  const left = Math.max(...rows.map(([name]) => name.length)) + 4;
  // On a narrow terminal a text is below its name.
  const isNarrow = width - left < LEAST_TEXT;
  const indent = ' '.repeat(isNarrow ? 6 : left);
  return rows
    .map(([name, text]) => {
      const start = isNarrow ? `  ${name}\n${indent}` : `  ${name}`.padEnd(left);
      return `${start}${wrapWords(text, width, indent)}\n`;
    })
    .join('');
}

/** The narrowest column of texts, in characters. */
const LEAST_TEXT = 30;

/** Narrower terminals get lines of this length; wider ones need no longer lines to read well. */
const NARROWEST = 40;
const WIDEST = 100;
/** In a pipe or a file. */
const DEFAULT_WIDTH = 80;

/** How many characters a line of help may have on a terminal of so many columns. */
export function helpWidth(columns: number | undefined): number {
  return Math.min(WIDEST, Math.max(NARROWEST, columns ?? DEFAULT_WIDTH));
}

/**
 * A text in lines of at most `width` characters, broken at spaces. Paragraphs and indented lines stay, a table of
 * names and texts keeps its columns.
 */
function wrapText(text: string, width: number): string {
  const paragraphs = text.split('\n\n').map((paragraph) =>
    paragraph.startsWith(' ')
      ? paragraph
          .split('\n')
          .map((line) => wrapRow(line, width))
          .join('\n')
      : wrapWords(paragraph, width),
  );
  return paragraphs.join('\n\n');
}

/** A row of a name and its text: the text stays in its column. Any other indented line stays as it is. */
function wrapRow(line: string, width: number): string {
  const [, name, text] = /^( +\S+ {2,})(\S.*)$/.exec(line) ?? [];
  return name === undefined || text === undefined
    ? line
    : `${name}${wrapWords(text, width, ' '.repeat(name.length))}`;
}

/** Words in lines, of which those after the first are indented. A word that is longer than a line has its own. */
function wrapWords(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= width - indent.length) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines.join(`\n${indent}`);
}
