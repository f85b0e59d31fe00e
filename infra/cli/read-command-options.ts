import { parseArgs, type ParseArgsConfig } from 'node:util';
import { didYouMean } from '../../shared/contracts/watches-file/near-miss.ts';
import { CliFailure } from './failure.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads the arguments of a command.
 *
 * @throws CliFailure for an unknown option or a missing value; suggests a similar option.
 */
export function readCommandOptions<const T extends Options>(
  args: readonly string[],
  { options, command }: { options: T; command: string },
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new CliFailure(faultOf(args, options) ?? (cause instanceof Error ? cause.message : String(cause)), {
      hint: nearOption(args, options) ?? `run bellwether ${command} --help for a list of options`,
      cause,
    });
  }
}

function unknownOf(args: readonly string[], options: Options): string | undefined {
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

function faultOf(args: readonly string[], options: Options): string | undefined {
  const unknown = unknownOf(args, options);
  return unknown === undefined ? undefined : `Unknown option ${unknown.length === 1 ? '-' : '--'}${unknown}.`;
}

function nearOption(args: readonly string[], options: Options): string | undefined {
  const unknown = unknownOf(args, options);
  if (unknown === undefined) return undefined;
  return didYouMean(unknown, Object.keys(options))?.replace('mean ', 'mean --');
}
