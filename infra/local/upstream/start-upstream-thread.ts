import { Worker } from 'node:worker_threads';
import type { ServiceAddresses } from '../services/service-addresses.ts';
import { SettingsError } from '../services/kit/settings-file.ts';
import type { UpstreamReport, UpstreamStart } from './upstream-messages.ts';

/** The local services in a thread of their own. */
export interface UpstreamThread {
  addresses: ServiceAddresses;
  /** Resolves when they answer. Requests that come before wait. @throws SettingsError with the reason why they did not start. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** V8 would take four times as much for short-lived values, and gain nothing here. In megabytes. */
const YOUNG_MEMORY = 12;

/**
 * Opens the port of the services, and starts them behind it.
 *
 * @param on `line` is called with each line for people, `progress` with the number of lines of the corpus that are read.
 * @throws SettingsError with the reason why the port could not be opened.
 */
export async function startUpstreamThread(
  start: UpstreamStart,
  on: { line: (text: string) => void; progress: (lines: number) => void },
): Promise<UpstreamThread> {
  const listening = Promise.withResolvers<ServiceAddresses>();
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  // Whoever only opens the port has its reason already.
  ready.promise.catch(() => undefined);
  const fail = (cause: Error): void => {
    listening.reject(cause);
    ready.reject(cause);
  };
  const worker = new Worker(new URL('./upstream-thread.ts', import.meta.url), {
    name: 'services',
    workerData: start,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY },
  });
  worker.on('message', (report: UpstreamReport) => {
    if (report.type === 'line') on.line(report.text);
    else if (report.type === 'progress') on.progress(report.lines);
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
