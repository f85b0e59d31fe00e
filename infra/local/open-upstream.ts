import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { NOT_USED } from '../../shared/contracts/names.ts';
import { serviceOf, type Watch } from '../../shared/domain/watches/watch.ts';
import { openProgress } from '../cli/terminal/progress.ts';
import type { Sink } from '../cli/world.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import { playFaults } from './services/kit/faults/faults.ts';
import { DEFAULT_PLAN } from './services/kit/plan/plan.ts';
import { type RunningServices, type ServiceAddresses, startServices } from './services/start-services.ts';
import type { StartOptions } from './start-options.ts';

/** The three upstream services: on this machine, or on the network where the user named one; `none` as address of one not used. */
export interface Upstream extends ServiceAddresses {
  /** True when all three are on this machine, so that waits for them can be skipped. */
  simulated: boolean;
  close(): Promise<void>;
}

export interface UpstreamOrder {
  options: StartOptions;
  /** What will run. When all of them read feeds, and the user named no service and no corpus, nothing is started. */
  watches: readonly Pick<Watch, 'kind'>[];
  clock: SharedClock;
  /** Called with a line for people. */
  log: (line: string) => void;
  /** Where to show how much of the corpus is read, if it is a terminal. Left out: nowhere. */
  screen?: Sink;
}

/** @throws SettingsError or CorpusError for what the user can correct, and the system's error when the port is taken. */
export async function openUpstream(order: UpstreamOrder): Promise<Upstream> {
  const { news, events, jobs, corpus } = order.options;
  const isNamed = [news, events, jobs].some(Boolean) || corpus.length > 0;
  if (!isNamed && readFeedsOnly(order.watches)) return NO_SERVICES;
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

/** Watches of feeds need no service. Invented news would only mix with real headlines, as in the share of voice. */
const NO_SERVICES: Upstream = {
  news: { url: NOT_USED, key: NOT_USED },
  events: { url: NOT_USED, key: NOT_USED },
  jobs: { url: NOT_USED, prefix: '', key: NOT_USED },
  simulated: true,
  close: async () => undefined,
};

const readFeedsOnly = (watches: UpstreamOrder['watches']) =>
  watches.length > 0 && watches.every(({ kind }) => serviceOf(kind) === 'feeds');

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
