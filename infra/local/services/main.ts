import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithNpm } from './kit/end-with-npm.ts';
import { terminalText, tolerateClosing } from '../../cli/terminal.ts';
import { explainFailure } from './explain-failure.ts';
import { clockFrom } from './kit/clock.ts';
import { playFaults, readFaultFile } from './kit/faults.ts';
import { DEFAULT_PLAN, readPlan } from './kit/plan.ts';
import { type MainOptions, readOptions, USAGE } from './read-options.ts';
import type { OpenServices } from './start-services.ts';

const say = (line: string) => void process.stderr.write(`${terminalText(line)}\n`);

/**
 * How long after the port is open the addresses are printed at the latest, in milliseconds. From then on requests
 * wait for the corpus.
 */
const ADDRESSES_WITHIN = 1_000;

/** Starts what the command line asks for, prints the addresses, and ends with a signal. */
async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.help) return void process.stdout.write(USAGE);
  const services = await start(options);
  const { news, events, jobs, world, loaded } = services;
  await Promise.race([loaded, wait(ADDRESSES_WITHIN)]);
  process.stdout.write(`${JSON.stringify({ news, events, jobs, world })}\n`);
  const signal = firstSignal();
  await Promise.race([loaded, signal]);
  say(`${await signal}: stopping`);
  await services.close();
}

async function start(options: MainOptions): Promise<OpenServices> {
  const system = { now: () => Date.now() };
  const plan = options.plan === undefined ? DEFAULT_PLAN : readPlan(options.plan);
  // Loaded late, for the language tables behind it take a second: a wrong option is refused at once.
  const { openServices } = await import('./start-services.ts');
  return openServices({
    ...options,
    plan,
    faults: playFaults(options.faults === undefined ? undefined : readFaultFile(options.faults)),
    clock: options.now === undefined ? system : clockFrom(options.now, system),
    newId: randomUUID,
    log: say,
  });
}

/** The first of Ctrl-C and a polite kill; a second one ends the process at once, as it does without us. */
function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(signal));
  });
}

// Folders and files of the state are for their owner alone.
process.umask(0o077);
endWithNpm();
for (const stream of [process.stdout, process.stderr]) tolerateClosing(stream);
try {
  await main(process.argv.slice(2));
  process.exit(0);
} catch (thrown) {
  say(explainFailure(thrown));
  process.exit(1);
}
