import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openProgress } from '../cli/terminal/progress.ts';
import type { Sink } from '../cli/world.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import { playFaults } from './services/kit/faults/faults.ts';
import { DEFAULT_PLAN } from './services/kit/plan/plan.ts';
import { type RunningServices, type ServiceAddresses, startServices } from './services/start-services.ts';
import type { StartOptions } from './start-options.ts';

/** The three upstream services: on this machine, or on the network where the user named one. */
export interface Upstream extends ServiceAddresses {
  /** True when all three are on this machine, so that waits for them can be skipped. */
  simulated: boolean;
  close(): Promise<void>;
}

export interface UpstreamOrder {
  options: StartOptions;
  clock: SharedClock;
  /** Called with a line for people. */
  log: (line: string) => void;
  /** Where to show how much of the corpus is read, if it is a terminal. Left out: nowhere. */
  screen?: Sink;
}

/** @throws SettingsError or CorpusError for what the user can correct, and the system's error when the port is taken. */
export async function openUpstream(order: UpstreamOrder): Promise<Upstream> {
  const { news, events, jobs } = order.options;
  if (news && events && jobs) return { news, events, jobs, simulated: false, close: async () => undefined };
  const local = await startLocal(order);
  return {
    news: news ?? local.news,
    events: events ?? local.events,
    jobs: jobs ?? local.jobs,
    simulated: !news && !events && !jobs,
    close: () => local.close(),
  };
}

const NOWHERE: Sink = { write: () => undefined };

async function startLocal({ options, clock, log, screen }: UpstreamOrder): Promise<RunningServices> {
  const progress = openProgress(screen ?? NOWHERE);
  const services = await startServices({
    port: options.port,
    corpus: options.corpus,
    shiftToNow: options.shiftToNow,
    strict: options.strict ?? false,
    data: join(options.data, 'services'),
    plan: DEFAULT_PLAN,
    faults: playFaults(),
    allowLoopback: true,
    // A start with `--once` skips waits, so a job must step at each poll, and not when time has passed.
    ...(options.once ? { extraction: { walk: { by: 'call' } } } : {}),
    clock,
    chance: Math.random,
    newId: randomUUID,
    log: (line) => {
      progress.end();
      log(line);
    },
    onProgress: (lines) => progress.show(`Reading the corpus: ${lines.toLocaleString('en')} lines …`),
  });
  progress.end();
  return services;
}
