import { joinAlertsMade } from '../../../domain/alerts/alert.ts';
import { inParallel } from '../../../domain/lib/in-parallel.ts';
import { emptyRunOutcome, type RunOutcome } from '../../../domain/runs/outcome.ts';
import { unreadableSubject } from '../../../domain/upstream/upstream-incident.ts';
import { spaceOf } from '../../../domain/watches/space.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import { resolveIncident } from '../../alerts/notify-incidents.ts';
import { orderDeciding } from '../../collect/insert-findings.ts';
import type { CallContext } from '../../ports/clock.ts';
import type { WebhookOrder } from '../../ports/queues.ts';
import type { WebhookPayload } from '../../ports/upstream.ts';
import {
  isComplete,
  isFromMonitor,
  mustPull,
  noteCollected,
  processWebhook,
  type ProcessWebhookPorts,
  recordsOf,
} from './process-webhook.ts';
import { countFound, recordReadingFor, storeRecords } from './store-records.ts';

/** What became of the orders of a call. */
interface ProcessedOrders {
  /** What was processed together has one outcome. */
  processed: { orders: readonly WebhookOrder[]; outcome: RunOutcome }[];
  /** Orders that must come again, with the reason. */
  failed: Map<WebhookOrder, unknown>;
}

/**
 * Processes the payloads of several orders as {@link processWebhook} does each. Those of a watch that hold all their records are
 * stored together: what does not depend on the payload is read, counted and ordered once. Where that fails, each is processed
 * alone, so that one of them leaves the others alone. Doing it twice changes nothing.
 */
export async function processWebhooks(
  orders: readonly WebhookOrder[],
  ports: ProcessWebhookPorts,
  limits: CallContext,
): Promise<ProcessedOrders> {
  const processed: ProcessedOrders['processed'] = [];
  for (const ofWatch of Map.groupBy(orders, ({ watchId }) => watchId).values()) {
    const together = await processTogether(ofWatch, ports, limits).catch(() => undefined);
    if (together) processed.push(together);
  }
  const done = new Set(processed.flatMap((together) => together.orders));
  const failed = new Map<WebhookOrder, unknown>();
  for (const order of orders.filter((one) => !done.has(one))) {
    try {
      processed.push({ orders: [order], outcome: await processWebhook(order, ports, limits) });
    } catch (error) {
      failed.set(order, error);
    }
  }
  return { processed, failed };
}

/** A payload that holds all its records. */
interface WholePayload {
  order: WebhookOrder;
  payload: WebhookPayload;
}

/**
 * Processes the payloads of a watch that hold all their records. Undefined: there are fewer than two of them, or one of the
 * others opens an incident, which those after it resolve.
 */
async function processTogether(
  orders: readonly WebhookOrder[],
  ports: ProcessWebhookPorts,
  limits: CallContext,
): Promise<ProcessedOrders['processed'][number] | undefined> {
  const [first] = orders;
  const watch = first && orders.length > 1 ? await ports.definitions.watch(first.watchId) : undefined;
  if (!watch || watch.disabled) return undefined;
  const whole = await readWhole(orders, { watch, ports });
  const [one, ...others] = whole;
  if (!one || others.length === 0) return undefined;
  const resolved = await resolveIncident(ports, unreadableSubject(watch.id));
  const parts = whole.map(({ payload, order }) => recordsOf(payload, order));
  const { faults, ...stored } = await storeRecords(parts, { ports, watch });
  await inParallel(whole, async ({ payload }) => {
    const { jobId } = payload;
    if (jobId !== undefined && isComplete(payload))
      await noteCollected({ watch, ports }, { jobId, isPulled: false });
  });
  await countFound(ports, { watchId: watch.id, found: stored.new, ...limits });
  // A call that dies between the note of the order and the queue gives all these payloads back after half an hour, in any groups.
  // The note no longer counts by then.
  await orderDeciding(ports, spaceOf(watch), { by: one.order.key });
  const sum = (value: (payload: WebhookPayload) => number) =>
    whole.reduce((total, { payload }) => total + value(payload), 0);
  const outcome = {
    ...emptyRunOutcome(watch.id),
    kind: watch.kind,
    ...stored,
    ...joinAlertsMade(resolved, stored),
    matched: sum(({ count, findings }) => count ?? findings.length),
    refused: sum(({ refused }) => refused),
    ...(faults.length > 0 && { faults }),
  };
  return { orders: whole.map(({ order }) => order), outcome };
}

/** The payloads that hold all their records; none where one cannot be read. */
async function readWhole(
  orders: readonly WebhookOrder[],
  { watch, ports }: { watch: Watch; ports: ProcessWebhookPorts },
): Promise<WholePayload[]> {
  const resource = await ports.resources.monitor(watch.id);
  if (!resource) return [];
  const reading = recordReadingFor(watch, ports.clock.now());
  const read = await inParallel(orders, async (order) => {
    const body = await ports.webhookPayloads.read(order.key);
    return { order, body, payload: body && ports.readWebhook(body, reading) };
  });
  if (read.some(({ body, payload }) => body && !payload)) return [];
  return read.flatMap(({ order, payload }) => {
    if (!payload || payload.kind === 'unknown' || mustPull(payload)) return [];
    return isFromMonitor(payload, resource) ? [{ order, payload }] : [];
  });
}
