import { randomUUID } from 'node:crypto';
import { clockFrom } from './kit/clock.ts';
import { readFaultFile } from './kit/fault-rules.ts';
import { playFaults } from './kit/faults.ts';
import { DEFAULT_PLAN, readPlan } from './kit/plan.ts';
import { CorpusError } from './kit/read-lines.ts';
import { messageOf, SettingsError } from './kit/settings-file.ts';
import { type MainOptions, readOptions, USAGE } from './read-options.ts';
import { type RunningServices, startServices } from './start-services.ts';

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Starts what the command line asks for, tells the addresses, and ends when the process is told to. */
async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.help) return void process.stdout.write(USAGE);
  const services = await start(options);
  const { news, events, jobs } = services;
  process.stdout.write(`${JSON.stringify({ news, events, jobs })}\n`);
  const signal = await firstSignal();
  say(`${signal}: stopping`);
  await services.close();
}

function start(options: MainOptions): Promise<RunningServices> {
  const system = { now: () => Date.now() };
  const { seed, rules } =
    options.faults === undefined ? { seed: 1, rules: [] } : readFaultFile(options.faults);
  return startServices({
    port: options.port,
    corpus: options.corpus,
    shiftToNow: options.shiftToNow,
    allowLoopback: options.allowLoopback,
    ...(options.data === undefined ? {} : { data: options.data }),
    plan: options.plan === undefined ? DEFAULT_PLAN : readPlan(options.plan),
    faults: playFaults(rules, seed),
    clock: options.now === undefined ? system : clockFrom(options.now, system),
    chance: Math.random,
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

/** What the user can mend is told in a line; anything else with its trace. */
function explain(thrown: unknown): string {
  if (thrown instanceof SettingsError || thrown instanceof CorpusError) return thrown.message;
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE') {
    return 'The port is in use. Stop what listens there, or let --port 0 pick a free one';
  }
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown);
}

try {
  await main(process.argv.slice(2));
  process.exit(0);
} catch (thrown) {
  say(explain(thrown));
  process.exit(1);
}
