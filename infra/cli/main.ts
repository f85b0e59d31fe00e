import { nearest } from '../../shared/contracts/watches-file/near-miss.ts';
import type { Command, ExitCode, OptionSpec } from './command.ts';
import { CliFailure, explainError } from './failure.ts';
import { paint, terminalSink } from './terminal.ts';
import type { World } from './world.ts';

interface Entry {
  summary: string;
  load: () => Promise<Command>;
}

/** The commands, in the order of the help. Each is loaded only when it is called: `validate` needs no SDK. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  init: {
    summary: 'write a first watches file for your company',
    load: async () => (await import('./commands/init.ts')).init,
  },
  validate: {
    summary: 'check watches.yaml',
    load: async () => (await import('./commands/validate.ts')).validate,
  },
  plan: {
    summary: 'show what apply would change, and the costs per month',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  preview: {
    summary: 'try a watch before you apply it',
    load: async () => (await import('./commands/preview.ts')).preview,
  },
  replay: {
    summary: 'compare what a watches file would have sent with what is in force',
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  apply: {
    summary: 'update the stack to match watches.yaml',
    load: async () => (await import('./commands/apply.ts')).apply,
  },
  run: {
    summary: 'run watches now',
    load: async () => (await import('./commands/run.ts')).run,
  },
  backfill: {
    summary: 'find past articles without alerts',
    load: async () => (await import('./commands/backfill.ts')).backfill,
  },
  redrive: {
    summary: 'send failed messages again',
    load: async () => (await import('./commands/redrive.ts')).redrive,
  },
  silence: {
    summary: 'mute alerts for a time; list or end silences',
    load: async () => (await import('./commands/silence.ts')).silence,
  },
  drill: {
    summary: 'send a test message to every channel and see who gets it',
    load: async () => (await import('./commands/drill.ts')).drill,
  },
  explain: {
    summary: 'explain why an article caused an alert, or why not',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  open: {
    summary: 'print a link to the pages',
    load: async () => (await import('./commands/open.ts')).open,
  },
  status: {
    summary: 'show watches, channels, plans and incidents',
    load: async () => (await import('./commands/status.ts')).status,
  },
  report: {
    summary: 'write a report now, for any days',
    load: async () => (await import('./commands/report.ts')).report,
  },
  smoke: {
    summary: 'check a stack from end to end with a watch of its own',
    load: async () => (await import('./commands/smoke.ts')).smoke,
  },
  records: {
    summary: 'show the records of an extraction watch with all their fields',
    load: async () => (await import('./commands/records.ts')).records,
  },
  feeds: {
    summary: 'find the feeds of a site, and check feeds',
    load: async () => (await import('./commands/feeds.ts')).feeds,
  },
  export: {
    summary: 'write findings, alerts and stories to files',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  forget: {
    summary: 'remove a watch, a brand or an address with all that belongs to it',
    load: async () => (await import('./commands/forget.ts')).forget,
  },
  doctor: {
    summary: 'check keys, addresses and subscriptions',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
};

/** Runs one command line. Never throws: an error is printed on stderr and gives exit code 1. */
export async function main(args: readonly string[], given: World): Promise<ExitCode> {
  return explained(given, (world) => dispatch(args, world));
}

/** Runs a command that is not one of `bellwether`, such as that of `npm run destroy`. Never throws, as `main`. */
export async function runCommand(command: Command, args: readonly string[], given: World): Promise<ExitCode> {
  return explained(given, (world) => runOrHelp(command, args, world));
}

async function explained(given: World, run: (world: World) => Promise<ExitCode>): Promise<ExitCode> {
  const world = { ...given, stdout: terminalSink(given.stdout), stderr: terminalSink(given.stderr) };
  try {
    return await run(world);
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
    world.stdout.write(overview(Object.entries(COMMANDS), helpWidth(world.stdout.columns)));
    return 0;
  }
  if (VERSION.has(name) && args.length === 0) {
    world.stdout.write(`${await readVersion()}\n`);
    return 0;
  }
  const [called, rest] = HELP.has(name) ? [args[0] ?? '', ['--help']] : [name, args];
  const entry = Object.hasOwn(COMMANDS, called) ? COMMANDS[called] : undefined;
  if (!entry) throw unknownCommand(called);
  return runOrHelp(await entry.load(), rest, world);
}

async function runOrHelp(command: Command, args: readonly string[], world: World): Promise<ExitCode> {
  if (!args.includes('--help') && !args.includes('-h')) return command.run(args, world);
  world.stdout.write(commandHelp(command, helpWidth(world.stdout.columns)));
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
function overview(commands: readonly (readonly [string, { summary: string }])[], width: number): string {
  const rows = commands.map(([name, { summary }]) => [name, summary] as const);
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

/** The help of one command. */
function commandHelp({ usage, about, options }: Command, width: number): string {
  const rows = Object.entries(options)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, spec]) => [flagOf(name, spec), spec.about] as const);
  return `Usage: bellwether ${usage}\n\n${wrapText(about, width)}\n\n${columns([...rows, ['--help', 'show this text']], width)}`;
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
      const wrapped = wrapText(text, width, indent);
      return isNarrow ? `  ${name}\n${indent}${wrapped}\n` : `${`  ${name}`.padEnd(left)}${wrapped}\n`;
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
 * names and texts keeps its columns; a word that
 * is longer than a line has its own line. Lines after the first are indented by `indent`.
 */
export function wrapText(text: string, width: number, indent = ''): string {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    if (paragraph.startsWith(' '))
      return paragraph
        .split('\n')
        .map((line) => wrapRow(line, width))
        .join('\n');
    return linesOf(paragraph.split(/\s+/), width - indent.length).join(`\n${indent}`);
  });
  return paragraphs.join('\n\n');
}

/** A row of a name and its text: the text stays in its column. Any other indented line stays as it is. */
function wrapRow(line: string, width: number): string {
  const [, name, text] = /^( +\S+ {2,})(\S.*)$/.exec(line) ?? [];
  if (name === undefined || text === undefined) return line;
  const indent = ' '.repeat(name.length);
  return `${name}${linesOf(text.split(/\s+/), width - name.length).join(`\n${indent}`)}`;
}

function linesOf(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width || line === '') line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
