import inspector from 'node:inspector';
import { jsonLine, terminalText, tolerateClosing } from '../cli/terminal.ts';
import { createClock, type SharedClock } from './aws/shared-clock.ts';
import { TemplateError } from './aws/template/intrinsics.ts';
import { type DataFolder, openDataFolder, watchDisk } from './data-folder.ts';
import {
  describeDecided,
  runDescriber,
  type LoggedDecision,
  type LoggedRun,
  type LogListener,
} from './function-log.ts';
import { readWatchesFile, watchFeeds } from './read-watches-file.ts';
import { endWithNpm } from './services/kit/end-with-npm.ts';
import { SettingsError } from './services/kit/settings-file.ts';
import { explainFailure } from './services/explain-failure.ts';
import { readStartOptions, type StartOptions } from './start-options.ts';
import { withSampleJudge } from './models/sample-judge.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** How long running work may take to end after Ctrl-C, in milliseconds. The next start repeats what did not end. */
const GRACE = 2_500;

async function main(args: readonly string[]): Promise<number> {
  const options = readStartOptions(args, process.env);
  if (options.help) {
    const { printHelp } = await import('../cli/main.ts');
    const { start } = await import('../cli/commands/start.ts');
    printHelp({ ...start, usage: 'npm start -- [options]' }, process.stdout);
    return 0;
  }
  if (options.inspect) openInspector();
  const clock = createClock(options.now);
  const terminal = openTerminal({
    stream: options.json ? process.stderr : process.stdout,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: () => clock.now(),
  });
  const desired = options.feeds
    ? watchFeeds(options.feeds, clock.now())
    : readWatchesFile(options.watches, { now: clock.now(), warn: (text) => terminal.line(text) });
  const folder = openDataFolder(options.data, options);
  try {
    const judged = options.judgeSample ? withSampleJudge(desired) : desired;
    return await run({ options, clock, terminal, folder, desired: judged });
  } finally {
    folder.release();
  }
}

interface Start {
  options: StartOptions;
  clock: SharedClock;
  terminal: Terminal;
  folder: DataFolder;
  desired: ReturnType<typeof readWatchesFile>;
}

async function run({ options, clock, terminal, folder, desired }: Start): Promise<number> {
  terminal.line('Starting. The first start after a code change also builds the functions.');
  const stopping = new AbortController();
  const runs: LoggedRun[] = [];
  const decided: LoggedDecision[] = [];
  const sent = new Set<string>();
  // Loaded late, so that a wrong command line or file of watches is reported at once.
  const { openStack } = await import('./open-stack.ts');
  const stack = await openStack({
    options,
    folder,
    clock,
    desired,
    log: (line) => terminal.line(line),
    onMessage: (message) => terminal.message(message),
    // Only the report of a start with --once needs them: a stack that runs for months would keep all of them.
    listener: listenFor({ ...(options.once && { runs, decided, sent }), terminal, clock, stopping }),
  });
  const { access, machine, skipWaits } = stack;
  if (options.once) {
    machine.takeOrders();
    const { exitCodeOf, runOnce } = await import('./run-once.ts');
    const { watches } = desired;
    const once = runOnce({ machine, access, clock, watches, skipWaits, runs, decided, sent });
    const report = await Promise.race([once, machine.broken, watchDisk(folder.path)]);
    await stack.close(0);
    if (options.json) process.stdout.write(jsonLine(report));
    else printTotals(report.totals, terminal);
    return exitCodeOf(report);
  }
  const { runOn } = await import('./run-on.ts');
  await runOn({ stack, options, desired, clock, terminal, stopped: firstSignal() });
  stopping.abort();
  terminal.line('\nStopping. Press Ctrl-C again to exit at once.');
  await stack.close(GRACE);
  terminal.line(`The state is saved in ${options.data}. Start again to continue.`);
  return 0;
}

/** Keeps what the report needs, and prints what was found and decided, and the runs that failed. */
function listenFor(given: {
  runs?: LoggedRun[];
  decided?: LoggedDecision[];
  sent?: Set<string>;
  terminal: Terminal;
  clock: SharedClock;
  /** Aborted when the stack stops: errors of work that is cut off then are no failures. */
  stopping: AbortController;
}): LogListener {
  const { runs, decided, sent, terminal, clock, stopping } = given;
  const describe = runDescriber();
  const say = (text: string) => terminal.line(`${terminal.time(clock.now())}  ${text}`);
  return {
    onRun: (run) => {
      runs?.push(run);
      for (const line of describe(run)) say(line);
    },
    onDecided: (decision) => {
      decided?.push(decision);
      for (const line of describeDecided(decision)) say(line);
    },
    onDelivery: ({ messages }) => {
      for (const { id } of messages) sent?.add(id);
    },
    onError: (name, text) =>
      say(
        stopping.signal.aborted
          ? `${shortName(name)} was interrupted. The next start repeats it.`
          : `${shortName(name)}: ${text}`,
      ),
  };
}

/** `RunWatch` of `bellwether-dev-RunWatch8A6AF601`. */
function shortName(functionName: string): string {
  return functionName.replace(/^.*-/, '').replace(/[0-9A-F]{8}$/, '');
}

function printTotals(totals: Readonly<Record<string, number>>, terminal: Terminal): void {
  terminal.line('');
  for (const [name, value] of Object.entries(totals)) terminal.line(`  ${name.padEnd(12)}${value}`);
}

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process at once, as is Node's default. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve());
  });
}

/** What the user can correct is explained in a line or two. Any other error is printed with its trace. */
function explain(thrown: unknown): string {
  return thrown instanceof TemplateError ? thrown.message : explainFailure(thrown);
}

/**
 * Opens a port for debuggers on 127.0.0.1: the one that Node was given (`--inspect-port`), else 9229. Node prints the
 * address on stderr. An editor that starts the process has opened a port before: then there is nothing to do.
 *
 * @throws SettingsError when the port is in use.
 */
function openInspector(): void {
  if (inspector.url() !== undefined) return;
  inspector.open();
  if (inspector.url() !== undefined) return;
  throw new SettingsError(
    `--inspect: port ${process.debugPort} is in use. Stop the other debugged process, or use another port: NODE_OPTIONS=--inspect-port=9230 npm start -- --inspect`,
  );
}

// What `npm start` runs. Folders and files of the state are for their owner alone.
process.umask(0o077);
endWithNpm();
// Who reads no more wants no more: the stack stops as by Ctrl-C.
tolerateClosing(process.stdout, () => process.kill(process.pid, 'SIGTERM'));
tolerateClosing(process.stderr);
// A disk that fails while the stack runs: an engine may meet it in a callback that nobody waits for.
process.once('uncaughtException', (thrown) => {
  process.stderr.write(`${explain(thrown)}\n`);
  process.exit(1);
});
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  process.stderr.write(`${terminalText(explain(thrown))}\n`);
  process.exitCode = 1;
}
// A pipe takes what it is given little by little: the end waits until it has all of it.
await new Promise<void>((done) => process.stdout.write('', () => done()));
process.exit();
