import type { Incident } from '../../domain/incidents/incident.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';
import { dayOf, type Instant, SECOND } from '../../domain/time/instant.ts';
import { serviceOf } from '../../domain/watches/watch-kinds.ts';
import type { RunOrder, Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * How often runs may queue one order again. Lambda does not stop such a chain for us: the function may call itself by its
 * queue. A backfill that waits for its plan comes back every 15 minutes, so waiting for a billing cycle of 31 days is 2,976 times.
 */
export const MOST_SENDS = 3_000;

/**
 * Queues the order of a run again.
 *
 * @param how `delay` in milliseconds, at most 15 minutes. `repeats`: the order is the same, and not a continuation of its run.
 * @returns false when the order has been queued too often. It is not sent then.
 */
export async function sendAgain(
  { order, watch, ports }: { order: RunOrder; watch: Watch; ports: Pick<Ports, 'queue'> },
  { delay, repeats = false }: { delay: number; repeats?: boolean },
): Promise<boolean> {
  const { sends: before = order.continuation, ...same } = order;
  if (before >= MOST_SENDS) return false;
  const continuation = repeats ? order.continuation : order.continuation + 1;
  const sends = before + 1;
  const next = { ...same, continuation, ...(sends > continuation && { sends }) };
  await ports.queue.send(serviceOf(watch.kind), next, delay);
  return true;
}

/** The incident of an order that was queued too often. The next run of its track that ends well resolves it. */
export function stoppedIncident({ order, watch }: { order: RunOrder; watch: Watch }, now: Instant): Incident {
  return {
    subject: `watch:${watch.id}:${order.track}-stopped`,
    kind: 'open-window',
    since: now,
    watchId: watch.id,
    text: stoppedText(order),
  };
}

/** How a run ends whose order was queued too often. */
export function stoppedOutcome(order: RunOrder): Required<Pick<RunOutcome, 'status' | 'error'>> {
  return { status: 'failed', error: { name: 'OrderStopped', message: stoppedText(order) } };
}

function stoppedText({ watchId, track, window }: RunOrder): string {
  const what = track === 'backfill' ? 'backfill' : 'run';
  const stopped =
    `The ${what} of the watch ${watchId} continued ${MOST_SENDS} times without reaching its end, and was stopped. ` +
    'What it found is stored.';
  if (track === 'live')
    return `${stopped} Nothing is lost: the next scheduled run goes on where this one stopped.`;
  const days = window ? ` --from ${dayOf(window.from)} --to ${dayOf(window.to)}` : '';
  return `${stopped} The rest is not stored. Run bellwether backfill ${watchId}${days} again: it goes on where this one stopped.`;
}

/** An order waits this often for the poller of feeds, and so long each time. */
const LOOKS_FOR_POLLER = 20;
const POLLER_ROUND = 30 * SECOND;

const NOT_POLLED = {
  name: 'NotPolledYet',
  message: 'The feeds of the watch have not been polled yet. The run comes again in 30 seconds.',
};

/** A new list of feeds is polled within a minute or two: the order comes again. */
export async function waitUntilReady(
  order: RunOrder,
  { ports, watch }: { ports: Pick<Ports, 'queue'>; watch: Watch },
): Promise<Pick<RunOutcome, 'error'>> {
  const { sends = order.continuation } = order;
  if (sends < LOOKS_FOR_POLLER)
    await sendAgain({ order, watch, ports }, { delay: POLLER_ROUND, repeats: true });
  return { error: NOT_POLLED };
}
