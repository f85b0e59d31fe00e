import { MINUTE } from '../../domain/time/instant.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';
import type { RunOrder, Watch } from '../../domain/watches/watch.ts';
import type { RunQueue } from '../ports/ports.ts';
import type { UpstreamResources } from '../ports/upstream-ports.ts';

/** How often a run looks whether its watchlist is ready: every five minutes, for a day. */
const LOOK = 5 * MINUTE;
const MOST_LOOKS = 288;

/**
 * The watch with the dataset of its watchlist in its question. While the service still gets to know the companies the run
 * sends itself on; nothing is asked without them.
 */
export async function askWithWatchlist(given: {
  order: RunOrder;
  watch: Watch;
  ports: { resources: Pick<UpstreamResources, 'watchlist'>; queue: RunQueue };
}): Promise<{ watch: Watch } | { outcome: Pick<RunOutcome, 'status' | 'error'> }> {
  const { order, watch, ports } = given;
  if (watch.watchlist === undefined) return { watch };
  const resource = await ports.resources.watchlist(watch.watchlist);
  if (resource?.dataset !== undefined && resource.ready) {
    return { watch: { ...watch, query: { ...watch.query, connected_dataset_ids: [resource.dataset] } } };
  }
  const message = `Its watchlist ${watch.watchlist} is being prepared: the service gets to know its companies.`;
  if (order.continuation >= MOST_LOOKS) {
    return { outcome: { status: 'skipped', error: { name: 'WatchlistNotReady', message } } };
  }
  await ports.queue.send('extraction', { ...order, continuation: order.continuation + 1 }, LOOK);
  return { outcome: { status: 'continued' } };
}
