import type { Watch } from '../../shared/domain/watches/watch.ts';
import type { Instant } from '../../shared/domain/time/instant.ts';
import type { FeedList } from '../../shared/domain/feeds/feed.ts';
import type { PolledOnce, ReadArchive } from './stack/read-once.ts';
import type { Stack } from './stack/stack.ts';
import type { StackChoice } from './stack/find-stack.ts';

/** Where a command writes: a stream, or a test. */
export interface Sink {
  write(text: string): unknown;
  /** Writes codes that steer the terminal. Absent where `write` may do so. */
  control?(codes: string): unknown;
  /** True for a terminal; false for a pipe or a file. */
  isTTY?: boolean;
  /** Whether painted words are coloured. */
  colour?: boolean;
  /** The width of a terminal in characters. */
  columns?: number;
}

/** Everything outside of a command that it may use. */
export interface World {
  stdout: Sink;
  stderr: Sink;
  /** The working folder, for relative paths. */
  folder: string;
  /** The watches file of commands that name none. */
  watchesFile: string;
  /** The time zone of the machine. */
  timezone?: string;
  /** Whether the environment has a key of the news service. */
  hasNewsKey?: boolean;
  /** The name of the person at the machine, where it is known. */
  user?: string;
  now: () => Instant;
  /** Waits, in milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /**
   * Opens the stack that the options name, or the local one; undefined when no local stack runs.
   *
   * @throws CliFailure when a named stack does not exist or does not answer.
   */
  openStack: (choice: StackChoice) => Promise<Stack | undefined>;
  /** Runs the stack on this machine until it is stopped. The result is its exit code. */
  startStack: (args: readonly string[]) => Promise<number>;
  /** Reads the latest files of the archive once for a watch, and stores nothing. */
  readArchive: (watch: Watch, how: { now: () => Instant }) => Promise<ReadArchive>;
  /** Reads each feed of some lists once, and stores nothing. */
  readFeeds: (lists: readonly FeedList[], how: { now: () => Instant }) => Promise<PolledOnce>;
  /**
   * Asks a question on the terminal, with yes or no as its answer. Absent where no person can answer: a pipe, a
   * script.
   */
  confirm?: (question: string) => Promise<boolean>;
  /** Asks a question on the terminal; the answer without blanks at its ends. Absent where no person can answer. */
  ask?: (question: string) => Promise<string>;
  /** Opens an address in a browser, where there is one. */
  browse: (address: string) => void;
  /** Sends a request to an address, with a time limit, to see whether it answers and what its clock says. */
  probe: (url: string, how?: { method: string; headers: Record<string, string> }) => Promise<Probe>;
  /** Calls `stop` when a person presses Ctrl-C, instead of ending the process. Returns what takes this back. */
  onInterrupt?: (stop: () => void) => () => void;
}

/** The result of a probe. */
export type Probe =
  | { answered: true; status: number; date: Instant | undefined; body: string }
  | { answered: false; why: string };
