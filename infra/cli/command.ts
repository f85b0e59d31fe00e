import { parseArgs, type ParseArgsConfig } from 'node:util';
import { didYouMean } from '../../shared/contracts/watches-file/near-miss.ts';
import { CliFailure } from './failure.ts';
import type { World } from './world.ts';

/** 0: done. 1: failed, or a problem was found. 2: `plan` found changes. */
export type ExitCode = 0 | 1 | 2;

/** One option of a command, as `parseArgs` takes it, with its help text. */
export interface OptionSpec {
  type: 'string' | 'boolean';
  /** Its placeholder in the help: FILE, NAME. */
  value?: string;
  about: string;
  /** Another spelling of an option, which scripts use: the help does not list it. */
  hidden?: true;
}

export interface Command {
  /** What follows `bellwether` in the help: `run WATCH... [options]`. */
  usage: string;
  /** The description in its help. */
  about: string;
  options: Readonly<Record<string, OptionSpec>>;
  run(args: readonly string[], world: World): Promise<ExitCode>;
}

type Options = Command['options'];

/** What a command is: as `Command`, but it runs with the options and arguments that were read. */
interface CommandSpec<T extends Options> extends Omit<Command, 'run'> {
  options: T;
  /** For a command without arguments: what to do instead of giving one. */
  noArguments?: string;
  run(given: ReturnType<typeof readCommandOptions<T>>, world: World): Promise<ExitCode>;
}

/** A command that reads its options and arguments before it runs. The first word of its usage is its name. */
export function command<const T extends Options>(spec: CommandSpec<T>): Command {
  const { options, usage, noArguments } = spec;
  const [name = ''] = usage.split(' ');
  return {
    ...spec,
    async run(args, world) {
      const given = readCommandOptions(args, { options, command: name });
      if (noArguments !== undefined && given.positionals.length > 0)
        throw new CliFailure(`${name} takes no arguments.`, { hint: noArguments });
      return spec.run(given, world);
    },
  };
}

/** Options that several commands share. */
export const OPTIONS = {
  watches: {
    type: 'string',
    value: 'FILE',
    about: 'the watches file (default: BELLWETHER_WATCHES in the environment, or watches.yaml)',
  },
  json: { type: 'boolean', about: 'print one JSON document' },
} as const satisfies Options;

/** Options that choose the stack of a command. */
export const STACK_OPTIONS = {
  stage: { type: 'string', value: 'NAME', about: 'use the stack of this stage in AWS, such as dev or prod' },
  data: { type: 'string', value: 'DIR', about: 'use the local stack of this data folder (default .local)' },
} as const satisfies Options;

type ParsedOptions = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads the arguments of a command.
 *
 * @throws CliFailure for an unknown option or a missing value; suggests a similar option.
 */
function readCommandOptions<const T extends ParsedOptions>(
  args: readonly string[],
  { options, command }: { options: T; command: string },
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    const unknown = unknownOf(args, options);
    const said = cause instanceof Error ? cause.message : String(cause);
    const near = unknown === undefined ? undefined : didYouMean(unknown, Object.keys(options));
    throw new CliFailure(
      unknown === undefined ? said : `Unknown option ${unknown.length === 1 ? '-' : '--'}${unknown}.`,
      {
        hint: near?.replace('mean ', 'mean --') ?? `run bellwether ${command} --help for a list of options`,
        cause,
      },
    );
  }
}

function unknownOf(args: readonly string[], options: ParsedOptions): string | undefined {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  for (const token of tokens) {
    if (token.kind === 'option' && !Object.hasOwn(options, token.name)) return token.name;
  }
  return undefined;
}
