import type { Ports } from '../ports/ports.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';
import { MINUTE } from '../../domain/time/instant.ts';
import type { RunOrder, Watch } from '../../domain/watches/watch.ts';

/** How often a run checks whether its watchlist is ready: every five minutes, for a day. */
const CHECK_INTERVAL = 5 * MINUTE;
const MOST_CHECKS = 288;

/**
 * Adds the dataset of its watchlist to the query of a watch. While the service is preparing the companies, the run queues
 * itself again: nothing is asked without them.
 */
export async function addWatchlistDataset(given: {
  order: RunOrder;
  watch: Watch;
  ports: Pick<Ports, 'resources' | 'queue'>;
}): Promise<{ watch: Watch } | { outcome: Pick<RunOutcome, 'status' | 'error'> }> {
  const { order, watch, ports } = given;
  if (watch.watchlist === undefined) return { watch };
  const resource = await ports.resources.watchlist(watch.watchlist);
  if (resource?.dataset !== undefined && resource.ready) {
    return { watch: { ...watch, query: { ...watch.query, connected_dataset_ids: [resource.dataset] } } };
  }
  if (order.continuation >= MOST_CHECKS) {
    const message = `The service is still preparing the companies of the watchlist ${watch.watchlist}.`;
    return { outcome: { status: 'skipped', error: { name: 'WatchlistNotReady', message } } };
  }
  await ports.queue.send('extraction', { ...order, continuation: order.continuation + 1 }, CHECK_INTERVAL);
  return { outcome: { status: 'continued' } };
}
