import type { Instant } from '../../shared/domain/time/instant.ts';
import type { Stack } from './stack/stack.ts';
import type { StackChoice } from './stack/find-stack.ts';

/** Where a command writes: a stream, or a test that listens. */
export interface Sink {
  write(text: string): unknown;
  /** Whether somebody looks at it: a terminal, and no pipe or file. */
  isTTY?: boolean;
}

/** Everything outside of a command that it may touch. */
export interface World {
  stdout: Sink;
  stderr: Sink;
  /** The working folder: relative paths begin here. */
  folder: string;
  now: () => Instant;
  /** Waits, in milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /**
   * Opens the stack that the options name, or the one on this machine; undefined where there is none on this machine.
   *
   * @throws CliFailure when a named stack does not exist or does not answer.
   */
  openStack: (choice: StackChoice) => Promise<Stack | undefined>;
  /** Opens an address in a browser, where there is one. */
  browse: (address: string) => void;
  /** Asks an address for nothing in particular, within a few seconds: the time on its clock, when it answers. */
  probe: (url: string) => Promise<Probe>;
}

/** What an address answered, if it did. */
export type Probe =
  | { answered: true; status: number; date: Instant | undefined }
  | { answered: false; why: string };
