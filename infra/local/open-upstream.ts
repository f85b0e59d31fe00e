import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { NOT_USED } from '../../shared/contracts/names.ts';
import { isPolled } from '../../shared/domain/lib/errors.ts';
import { serviceOf, type Watch } from '../../shared/domain/watches/watch.ts';
import { openProgress } from '../cli/terminal.ts';
import type { Sink } from '../cli/world.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import { threadFile } from './aws/thread-file.ts';
import { SettingsError } from './services/kit/settings-file.ts';
import type { ServiceAddresses } from './services/service-addresses.ts';
import type { StartOptions } from './start-options.ts';

/** What the thread of the local services is started with. */
export interface UpstreamStart {
  options: Pick<StartOptions, 'port' | 'corpus' | 'shiftToNow' | 'strict' | 'once'>;
  /** The folder for what must survive a restart. */
  data: string;
  clockShift: SharedArrayBuffer;
}

/** From the thread. */
export type UpstreamReport =
  /** The port is open. Requests wait until the services are ready. */
  | { type: 'listening'; addresses: ServiceAddresses }
  | { type: 'line'; text: string }
  /** So many lines of the corpus are read. */
  | { type: 'progress'; lines: number }
  | { type: 'ready' }
  /** The services did not start, for the reason given for people. */
  | { type: 'failed'; reason: string };

/**
 * The three upstream services and the archive: on this machine, or on the network where the user named one; `none` as
 * address of a service that is not used, and no address for the archive that the stage names.
 */
export interface Upstream extends Omit<ServiceAddresses, 'world'> {
  world: ServiceAddresses['world'] | undefined;
  /** True when all three are on this machine, so that waits for them can be skipped. */
  simulated: boolean;
  /**
   * Resolves when the services answer: requests that come before wait. @throws SettingsError when they did not start.
   */
  ready: Promise<void>;
  close(): Promise<void>;
}

export interface UpstreamOrder {
  options: StartOptions;
  /** What will run. When all of them read feeds and the archive, and the user named no service and no corpus, nothing is started. */
  watches: readonly Pick<Watch, 'kind'>[];
  clock: SharedClock;
  /** Called with a line for people. */
  log: (line: string) => void;
  /** Where to show how much of the corpus is read, if it is a terminal. Left out: nowhere. */
  screen?: Sink;
}

/** @throws SettingsError for what the user can correct, such as a port that is taken. */
export async function openUpstream(order: UpstreamOrder): Promise<Upstream> {
  const { news, events, jobs, world, corpus } = order.options;
  const isNamed = [news, events, jobs].some(Boolean) || corpus.length > 0;
  if (!isNamed && needNoService(order.watches)) return { ...NO_SERVICES, world };
  if (news && events && jobs) return { ...NO_SERVICES, news, events, jobs, world, simulated: false };
  const local = await startLocal(order);
  return {
    news: news ?? local.addresses.news,
    events: events ?? local.addresses.events,
    jobs: jobs ?? local.addresses.jobs,
    world: world ?? local.addresses.world,
    simulated: !news && !events && !jobs,
    ready: local.ready,
    close: () => local.close(),
  };
}

/**
 * Watches of feeds and of the archive need no service. Invented news would only mix with real headlines, as in the
 * share of voice.
 */
const NO_SERVICES: Upstream = {
  news: { url: NOT_USED, key: NOT_USED },
  events: { url: NOT_USED, key: NOT_USED },
  jobs: { url: NOT_USED, prefix: '', key: NOT_USED },
  world: undefined,
  simulated: true,
  ready: Promise.resolve(),
  close: async () => undefined,
};

const needNoService = (watches: UpstreamOrder['watches']) =>
  watches.length > 0 && watches.every(({ kind }) => isPolled(serviceOf(kind)));

const NOWHERE: Sink = { write: () => undefined };

/** The local services in a thread of their own. */
interface UpstreamThread extends Pick<Upstream, 'ready' | 'close'> {
  addresses: ServiceAddresses;
}

/** V8 would take four times as much for short-lived values, and gain nothing here. In megabytes. */
const YOUNG_MEMORY = 12;

/** Opens the port of the services, and starts them behind it. */
async function startLocal({ options, clock, log, screen }: UpstreamOrder): Promise<UpstreamThread> {
  const progress = openProgress(screen ?? NOWHERE);
  const { port, corpus, shiftToNow, strict, once } = options;
  const start: UpstreamStart = {
    options: { port, corpus, shiftToNow, once, ...(strict !== undefined && { strict }) },
    data: join(options.data, 'services'),
    clockShift: clock.shift,
  };
  const listening = Promise.withResolvers<ServiceAddresses>();
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const end = () => progress.end();
  // Whoever only opens the port has its reason already.
  ready.promise.then(end, end);
  const fail = (cause: Error): void => {
    listening.reject(cause);
    ready.reject(cause);
  };
  const worker = new Worker(threadFile('upstream-thread', import.meta.url), {
    name: 'services',
    workerData: start,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY },
  });
  worker.on('message', (report: UpstreamReport) => {
    if (report.type === 'line') {
      end();
      log(report.text);
    } else if (report.type === 'progress')
      progress.show(`Reading the corpus: ${report.lines.toLocaleString('en')} lines …`);
    else if (report.type === 'listening') listening.resolve(report.addresses);
    else if (report.type === 'ready') ready.resolve();
    else fail(new SettingsError(report.reason));
  });
  // An exception that nothing in the services caught ends this process too, as when they ran in its own thread.
  worker.once('error', (cause) => {
    fail(cause);
    throw cause;
  });
  worker.once('exit', () => ended.resolve());
  return {
    addresses: await listening.promise,
    ready: ready.promise,
    close: async () => {
      await ready.promise.then(() => worker.postMessage('close', [])).catch(() => worker.terminate());
      await ended.promise;
    },
  };
}
