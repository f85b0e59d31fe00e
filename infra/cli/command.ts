import { CliFailure } from './failure.ts';
import { plainText } from './print-values.ts';
import type { StackChoice } from './stack/find-stack.ts';
import type { Stack } from './stack/stack.ts';
import { jsonText } from './terminal.ts';
import type { World } from './world.ts';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { didYouMean } from '../../shared/contracts/watches-file/near-miss.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';

/** 0: done. 1: failed, or a problem was found. 2: `plan` found changes. */
export type ExitCode = 0 | 1 | 2;

/** One option of a command, as `parseArgs` takes it, with its help text. */
export interface OptionSpec {
  type: 'string' | 'boolean';
  /** Its placeholder in the help: FILE, NAME. */
  value?: string;
  about: string;
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

/** What a command has to say: as text, or as the document that --json prints. The exit code is 0 unless it says. */
export interface Said {
  text: string;
  document: object;
  code?: ExitCode;
  /** What is wrong all the same: it is printed on stderr, and the exit code is 1. */
  failure?: CliFailure | undefined;
}

/** How many arguments a command takes, in words for its error too: `exactly one watch`. */
interface Taken {
  what: string;
  least: number;
  most: number;
}

/** What a command is: as `Command`, but it runs with the options and arguments that were read. */
interface CommandSpec<T extends Options> extends Omit<Command, 'run'> {
  options: T;
  /** Default none. */
  takes?: Taken;
  run(given: GivenFor<T>, world: World): Promise<Said | ExitCode>;
}

type GivenFor<T extends Options> = ReturnType<typeof readCommandOptions<T>>;

/** A command that reads its options and arguments before it runs. The first word of its usage is its name. */
export function command<const T extends Options>(spec: CommandSpec<T>): Command {
  const { options, usage, takes = { what: 'no arguments', least: 0, most: 0 } } = spec;
  const [name = ''] = usage.split(' ');
  return {
    ...spec,
    async run(args, world) {
      const given = readCommandOptions(args, { options, command: name });
      const { length } = given.positionals;
      if (length < takes.least || length > takes.most)
        throw new CliFailure(`${name} takes ${takes.what}.`, { hint: `write bellwether ${usage}` });
      const said = await spec.run(given, world);
      if (typeof said === 'number') return said;
      world.stdout.write(isJson(given.values) ? jsonText(said.document) : said.text);
      if (said.failure) throw said.failure;
      return said.code ?? 0;
    },
  };
}

/** As `command`, for one that needs a stack: it takes the options that choose it, and --json. */
export function stackCommand<const T extends Options>(
  spec: Omit<CommandSpec<T>, 'run'> & {
    run(
      given: GivenFor<T & typeof STACK_AND_JSON> & { stack: Stack },
      world: World,
    ): Promise<Said | ExitCode>;
  },
): Command {
  const options: T & typeof STACK_AND_JSON = { ...spec.options, ...STACK_AND_JSON };
  return command({
    ...spec,
    options,
    run: async (given, world) => {
      const { stage, data } = textsIn(given.values);
      return spec.run({ ...given, stack: await needStack(world, { stage, data }) }, world);
    },
  });
}

/** Those values of options that are texts. */
function textsIn(values: object): Partial<Record<string, string>> {
  const texts = Object.entries(values).filter((one): one is [string, string] => typeof one[1] === 'string');
  return Object.fromEntries(texts);
}

function isJson(values: object): boolean {
  return 'json' in values && values.json === true;
}

export const ONE_WATCH = { what: 'exactly one watch', least: 1, most: 1 } as const;

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

const STACK_AND_JSON = { ...STACK_OPTIONS, json: OPTIONS.json } as const;

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

/** @throws CliFailure when no stack is found, or when the local one has stopped. */
export async function needStack(world: World, choice: StackChoice): Promise<Stack> {
  const stack = await world.openStack(choice);
  if (stack?.isStopped) {
    throw new CliFailure(`The local stack of ${choice.data ?? '.local'} is stopped.`, {
      hint: 'start it with npm start',
    });
  }
  if (stack) return stack;
  throw new CliFailure('No local stack is running.', {
    hint: 'start one with npm start, or choose one in AWS with --stage NAME',
  });
}

/** @throws CliFailure when the stack has no such watch; suggests a similar id. */
export function needWatch(
  id: string,
  { watches, stack }: { watches: readonly Watch[]; stack: Stack },
): Watch {
  const found = watches.find((watch) => watch.id === id);
  if (found) return found;
  const known = watches.map((watch) => watch.id);
  throw unknownName(['watch', 'watches'], id, { known, where: stack.name });
}

/** That nothing has a name, with a similar one or all that are known. */
export function unknownName(
  [noun, plural]: readonly [noun: string, plural: string],
  name: string,
  { known, where }: { known: readonly string[]; where: string },
): CliFailure {
  const all =
    known.length === 0
      ? `it has no ${plural}: run bellwether apply first`
      : `known ${plural}: ${known.join(', ')}`;
  return new CliFailure(`Unknown ${noun} "${plainText(name)}" in ${where}.`, {
    hint: didYouMean(name, known) ?? all,
  });
}
