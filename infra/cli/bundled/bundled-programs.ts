import { join } from 'node:path';

/** Where the sources of a bundle are, and where it is kept. */
export interface BundlePlace {
  /** The folder of the project. */
  root: string;
  /** The folder of the bundle and of its list. */
  home: string;
}

/** What a bundle is made of. All paths are from the root on. */
export interface BundledProgram extends BundlePlace {
  /** The module of the program. */
  entry: string;
  /** The modules of worker threads that it starts by `new URL('./….ts', import.meta.url)`, and that are bundled too. */
  threads: readonly string[];
  /** Packages that are loaded from where they are installed: what they hold besides code, or how they load it, cannot be bundled. */
  external: readonly string[];
}

/** The file beside the bundle that says what it was made of. */
export const LIST = 'bundle.txt';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const homeOf = (name: string) => join(ROOT, 'node_modules', '.cache', name);

/** The programs of this project that run from a bundle, by the names of their folders. */
export const PROGRAMS = {
  commands: {
    root: ROOT,
    home: homeOf('commands'),
    entry: 'infra/cli/bundled/program.ts',
    threads: [],
    external: [],
  },
  start: {
    root: ROOT,
    home: homeOf('start'),
    entry: 'infra/local/run-start.ts',
    threads: ['infra/local/upstream-thread.ts'],
    external: [
      'abstract-level',
      'aws-local-stepfunctions',
      'compromise',
      'dynalite',
      'fauxqs',
      'wink-eng-lite-web-model',
      'wink-nlp',
    ],
  },
} as const satisfies Readonly<Record<string, BundledProgram>>;

export type ProgramName = keyof typeof PROGRAMS;
