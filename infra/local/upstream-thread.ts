import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { collectWhenIdle } from './aws/collect-when-idle.ts';
import { joinClock } from './aws/shared-clock.ts';
import type { OpenPort } from './serve-app.ts';
import type { UpstreamReport, UpstreamStart } from './open-upstream.ts';
import { explainFailure } from './services/explain-failure.ts';
import { openHostPort } from './services/kit/http/host-services.ts';
import { addressesBelow } from './services/service-addresses.ts';

/**
 * The thread of the local services: a second processor starts the engines and loads functions while it reads the
 * corpus.
 */
const start: UpstreamStart = workerData;
const report = (message: UpstreamReport): void => parentPort?.postMessage(message, []);

async function serve({ options, data, clockShift }: UpstreamStart): Promise<void> {
  const port = await openHostPort(options.port);
  report({ type: 'listening', addresses: addressesBelow(port.url) });
  // Loaded late: the language tables behind them take a second.
  const [{ startServices }, { DEFAULT_PLAN }, { playFaults }] = await Promise.all([
    import('./services/start-services.ts'),
    import('./services/kit/plan.ts'),
    import('./services/kit/faults.ts'),
  ]);
  const services = await startServices({
    port: freeingAtRest(port),
    corpus: options.corpus,
    shiftToNow: options.shiftToNow,
    strict: options.strict ?? false,
    data,
    plan: DEFAULT_PLAN,
    faults: playFaults(),
    allowLoopback: true,
    // A start with `--once` skips waits, so a job must step at each poll, and not when time has passed.
    ...(options.once ? { extraction: { walk: { by: 'call' } } } : {}),
    clock: joinClock(clockShift),
    newId: randomUUID,
    log: (text) => report({ type: 'line', text }),
    onProgress: (lines) => report({ type: 'progress', lines }),
  });
  parentPort?.once('message', () => void services.close().finally(() => parentPort?.close()));
  report({ type: 'ready' });
}

/** The same port. While nothing is asked of it, this thread frees the memory that it no longer uses. */
function freeingAtRest(port: OpenPort): OpenPort {
  const used = collectWhenIdle();
  const serve: OpenPort['serve'] = (app) =>
    port.serve({
      fetch: (request, bindings) => {
        used();
        return app.fetch(request, bindings);
      },
    });
  return { ...port, serve };
}

await serve(start).catch((thrown: unknown) => report({ type: 'failed', reason: explainFailure(thrown) }));
