import type { World } from './world.ts';

/** 0: done. 1: it could not be done, or something is wrong. 2: `plan` has found changes. */
export type ExitCode = 0 | 1 | 2;

/** One option of a command, as `parseArgs` takes it, with what the help says of it. */
export interface OptionSpec {
  type: 'string' | 'boolean';
  /** What stands behind it in the help: FILE, NAME. */
  value?: string;
  about: string;
}

export interface Command {
  /** What stands behind `bellwether` in the help: `run WATCH... [options]`. */
  usage: string;
  /** What the command does, for its help. */
  about: string;
  options: Readonly<Record<string, OptionSpec>>;
  run(args: readonly string[], world: World): Promise<ExitCode>;
}

/** Options that several commands share. */
export const OPTIONS = {
  watches: { type: 'string', value: 'FILE', about: 'the file of watches (default watches.yaml)' },
  stage: { type: 'string', value: 'NAME', about: 'the stack of this stage in AWS, such as dev or prod' },
  data: { type: 'string', value: 'DIR', about: 'the folder of the stack on this machine (default .local)' },
  json: { type: 'boolean', about: 'print one JSON document' },
} as const satisfies Record<string, OptionSpec>;
