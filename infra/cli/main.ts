import { nearest } from '../../shared/contracts/watches-file/problems/near-miss.ts';
import type { Command, ExitCode } from './command.ts';
import { explainError } from './explain-error.ts';
import { CliFailure } from './failure.ts';
import { commandHelp, overview } from './help.ts';
import type { World } from './world.ts';

interface Entry {
  summary: string;
  load: () => Promise<Command>;
}

/** The sub-commands, in the order of the help. Each is loaded only when it is called: a check of a file needs no SDK. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  validate: {
    summary: 'check watches.yaml',
    load: async () => (await import('./commands/validate.ts')).validate,
  },
  plan: {
    summary: 'show what would change, and the calls a month',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  preview: {
    summary: 'try a watch out before it is applied',
    load: async () => (await import('./commands/preview.ts')).preview,
  },
  apply: {
    summary: 'make the stack agree with watches.yaml',
    load: async () => (await import('./commands/apply.ts')).apply,
  },
  run: {
    summary: 'run watches now',
    load: async () => (await import('./commands/run.ts')).run,
  },
  backfill: {
    summary: 'ask for a span of the past, silently',
    load: async () => (await import('./commands/backfill.ts')).backfill,
  },
  redrive: {
    summary: 'send again what could not be sent',
    load: async () => (await import('./commands/redrive.ts')).redrive,
  },
  silence: {
    summary: 'mute alerts for a time, list and end silences',
    load: async () => (await import('./commands/silence.ts')).silence,
  },
  explain: {
    summary: 'say why an article or an alert was told, or why not',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  open: {
    summary: 'make a link to the pages',
    load: async () => (await import('./commands/open.ts')).open,
  },
  status: {
    summary: 'show watches, channels and what is broken',
    load: async () => (await import('./commands/status.ts')).status,
  },
  report: {
    summary: 'write a report now, on any days',
    load: async () => (await import('./commands/report.ts')).report,
  },
  doctor: {
    summary: 'check keys, addresses and subscriptions',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
};

/** Runs one command line. Never throws: what goes wrong is told on stderr, and is exit code 1. */
export async function main(args: readonly string[], world: World): Promise<ExitCode> {
  try {
    return await dispatch(args, world);
  } catch (error) {
    const { message, hint } = explainError(error);
    world.stderr.write(`bellwether: ${message}\n${hint === undefined ? '' : `  ${hint}\n`}`);
    return 1;
  }
}

const HELP = new Set(['help', '--help', '-h']);

async function dispatch([name = 'help', ...args]: readonly string[], world: World): Promise<ExitCode> {
  if (HELP.has(name) && (args[0] === undefined || HELP.has(args[0]))) {
    world.stdout.write(overview(Object.entries(COMMANDS)));
    return 0;
  }
  const [called, rest] = HELP.has(name) ? [args[0] ?? '', ['--help']] : [name, args];
  const entry = Object.hasOwn(COMMANDS, called) ? COMMANDS[called] : undefined;
  if (!entry) throw unknownCommand(called);
  const command = await entry.load();
  if (!rest.includes('--help') && !rest.includes('-h')) return command.run(rest, world);
  world.stdout.write(commandHelp(command));
  return 0;
}

function unknownCommand(name: string): CliFailure {
  const near = nearest(name, Object.keys(COMMANDS));
  const hint =
    near === undefined ? 'bellwether --help lists the commands' : `did you mean bellwether ${near}?`;
  return new CliFailure(`There is no command ${JSON.stringify(name)}.`, { hint });
}
