import { MINUTE } from '../../../../../shared/domain/time/instant.ts';
import { receiveWebhook } from '../../../../../shared/use-cases/upstream/receive-webhook.ts';
import { aftermath, aMonitorWatch, type UpstreamBench, openUpstreamBench } from '../../upstream-bench.ts';

/**
 * Opens benches of a watch whose monitor exists, after the alerts of its baseline, and closes them after each test.
 */
export function monitoredWatches() {
  return async (firstRun: 'silent' | 'tell' = 'silent') => {
    const bench = await openUpstreamBench();
    await bench.apply(aMonitorWatch({ firstRun }));
    await bench.pass(20 * MINUTE);
    const resource = await bench.store.resources.monitor('breaches');
    let bodies = 0;
    const receive = (body: unknown, secret = 'secret-1', watchId = 'breaches') => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const digest = `own-${(bodies += 1)}`;
      return receiveWebhook({ watchId, secret, body: new TextEncoder().encode(text), digest }, bench.ports);
    };
    return { bench, resource: resource!, receive };
  };
}

/** What the counters of the month say was found, and what is stored. */
export async function foundOf(
  bench: UpstreamBench,
): Promise<{ counted: number | undefined; stored: number }> {
  const state = await bench.store.states.read('breaches', 'live');
  return { counted: state?.counters.found, stored: (await aftermath(bench)).findings.length };
}
