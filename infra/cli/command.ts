import type { World } from './world.ts';

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

/** Options that several commands share. */
export const OPTIONS = {
  watches: { type: 'string', value: 'FILE', about: 'the watches file (default watches.yaml)' },
  stage: { type: 'string', value: 'NAME', about: 'use the stack of this stage in AWS, such as dev or prod' },
  data: { type: 'string', value: 'DIR', about: 'use the local stack of this data folder (default .local)' },
  json: { type: 'boolean', about: 'print one JSON document' },
} as const satisfies Record<string, OptionSpec>;
