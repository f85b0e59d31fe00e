import { join } from 'node:path';
import { NOT_USED } from '../../shared/contracts/names.ts';
import { serviceOf, type Watch } from '../../shared/domain/watches/watch.ts';
import { openProgress } from '../cli/terminal/progress.ts';
import type { Sink } from '../cli/world.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import type { ServiceAddresses } from './services/service-addresses.ts';
import type { StartOptions } from './start-options.ts';
import { startUpstreamThread, type UpstreamThread } from './upstream/start-upstream-thread.ts';

/** The three upstream services: on this machine, or on the network where the user named one; `none` as address of one not used. */
export interface Upstream extends ServiceAddresses {
  /** True when all three are on this machine, so that waits for them can be skipped. */
  simulated: boolean;
  /** Resolves when the services answer: requests that come before wait. @throws SettingsError when they did not start. */
  ready: Promise<void>;
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

/** @throws SettingsError for what the user can correct, such as a port that is taken. */
export async function openUpstream(order: UpstreamOrder): Promise<Upstream> {
  const { news, events, jobs, corpus } = order.options;
  const isNamed = [news, events, jobs].some(Boolean) || corpus.length > 0;
  if (!isNamed && readFeedsOnly(order.watches)) return NO_SERVICES;
  if (news && events && jobs) return { ...NO_SERVICES, news, events, jobs, simulated: false };
  const local = await startLocal(order);
  return {
    news: news ?? local.addresses.news,
    events: events ?? local.addresses.events,
    jobs: jobs ?? local.addresses.jobs,
    simulated: !news && !events && !jobs,
    ready: local.ready,
    close: () => local.close(),
  };
}

/** Watches of feeds need no service. Invented news would only mix with real headlines, as in the share of voice. */
const NO_SERVICES: Upstream = {
  news: { url: NOT_USED, key: NOT_USED },
  events: { url: NOT_USED, key: NOT_USED },
  jobs: { url: NOT_USED, prefix: '', key: NOT_USED },
  simulated: true,
  ready: Promise.resolve(),
  close: async () => undefined,
};

const readFeedsOnly = (watches: UpstreamOrder['watches']) =>
  watches.length > 0 && watches.every(({ kind }) => serviceOf(kind) === 'feeds');

const NOWHERE: Sink = { write: () => undefined };

async function startLocal({ options, clock, log, screen }: UpstreamOrder): Promise<UpstreamThread> {
  const progress = openProgress(screen ?? NOWHERE);
  const { port, corpus, shiftToNow, strict, once } = options;
  const thread = await startUpstreamThread(
    {
      options: { port, corpus, shiftToNow, once, ...(strict !== undefined && { strict }) },
      data: join(options.data, 'services'),
      clockShift: clock.shift,
    },
    {
      line: (text) => {
        progress.end();
        log(text);
      },
      progress: (lines) => progress.show(`Reading the corpus: ${lines.toLocaleString('en')} lines …`),
    },
  );
  const end = () => progress.end();
  thread.ready.then(end, end);
  return thread;
}
