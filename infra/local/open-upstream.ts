import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openProgress } from '../cli/progress.ts';
import type { Sink } from '../cli/world.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import { playFaults } from './services/kit/faults.ts';
import { DEFAULT_PLAN } from './services/kit/plan.ts';
import { type RunningServices, type ServiceAddresses, startServices } from './services/start-services.ts';
import type { StartOptions } from './start-options.ts';

/** The three services that the stack watches: on this machine, or those on the network that the user named. */
export interface Upstream extends ServiceAddresses {
  /** True when all three are on this machine, so that waiting for them has no purpose but to be tested. */
  simulated: boolean;
  close(): Promise<void>;
}

export interface UpstreamOrder {
  options: StartOptions;
  clock: SharedClock;
  /** Takes a line for people. */
  log: (line: string) => void;
  /** Where it is shown how far the reading of the corpus is, if somebody looks at it; nowhere when left out. */
  screen?: Sink;
}

/** @throws SettingsError or CorpusError for what the user can mend, and the system's error when the port is taken. */
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
    data: join(options.data, 'services'),
    plan: DEFAULT_PLAN,
    faults: playFaults(),
    allowLoopback: true,
    // One run skips its waits, so a job must get on when it is asked for, not when time has passed.
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
