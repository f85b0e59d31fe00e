import { joinAlertsMade } from '../../domain/alerts/alert.ts';
import { GoneError, RefusedError } from '../../domain/lib/errors.ts';
import { emptyRunOutcome, type RunOutcome } from '../../domain/runs/outcome.ts';
import { unreadableIncident, unreadableSubject } from '../../domain/upstream/upstream-incident.ts';
import type { MonitorResource } from '../../domain/upstream/upstream-resource.ts';
import { spaceOf, type Watch } from '../../domain/watches/watch.ts';
import type { CollectedRun } from '../../store/upstream/upstream-resources.ts';
import { openIncident, resolveIncident } from '../alerts/put-alerts.ts';
import { orderDeciding } from '../collect/insert-findings.ts';
import type { CallContext } from '../ports/clock.ts';
import type { Ports, WebhookOrder } from '../ports/ports.ts';
import {
  countFound,
  type ReadRecords,
  recordReadingFor,
  rememberedUntil,
  type StoredRecords,
  storeRecords,
  type StoreRecordsPorts,
  sumStoredRecords,
} from './store-records.ts';
import type { WebhookPayload } from '../ports/services.ts';

/** What became of the orders of a call. */
interface ProcessedOrders {
  processed: { order: WebhookOrder; outcome: RunOutcome }[];
  /** Orders that must come again, with the reason. */
  failed: Map<WebhookOrder, unknown>;
}

/** Processes the payloads of several orders in turn. One that fails leaves the others alone. */
export async function processWebhooks(
  orders: readonly WebhookOrder[],
  ports: ProcessWebhookPorts,
  limits: CallContext,
): Promise<ProcessedOrders> {
  const processed: ProcessedOrders['processed'] = [];
  const failed = new Map<WebhookOrder, unknown>();
  for (const order of orders) {
    try {
      processed.push({ order, outcome: await processWebhook(order, ports, limits) });
    } catch (error) {
      failed.set(order, error);
    }
  }
  return { processed, failed };
}

type ProcessWebhookPorts = StoreRecordsPorts &
  Pick<
    Ports,
    'resources' | 'incidents' | 'webhookPayloads' | 'collectedRuns' | 'readWebhook' | 'monitors' | 'jobs'
  >;

interface PayloadContext {
  watch: Watch;
  ports: ProcessWebhookPorts;
  limits: CallContext;
}

const NOT_ASKED = { name: 'NotAsked', message: 'No enabled watch asks for this payload any more.' };
const NO_RECORDS = { name: 'NoRecords', message: 'It holds no records, as a test does.' };
const OTHER_MONITOR = {
  name: 'OtherMonitor',
  message: 'It comes from a monitor that the watch does not have any more.',
};

/**
 * Stores the records of a webhook payload, and orders them to be decided. What is known already stays as it is, so
 * that the same payload, or the same record in another one, changes nothing. Records that did not come along are
 * pulled.
 *
 * @throws UpstreamError when a pull fails: then the order comes again.
 */
export async function processWebhook(
  order: WebhookOrder,
  ports: ProcessWebhookPorts,
  limits: CallContext,
): Promise<RunOutcome> {
  const nothing = emptyRunOutcome(order.watchId);
  const watch = await ports.definitions.watch(order.watchId);
  const resource = await ports.resources.monitor(order.watchId);
  const body = watch && resource && (await ports.webhookPayloads.read(order.key));
  // Once a disabled watch is enabled again, its runs are compared with what was collected, and this is pulled.
  if (!watch || watch.disabled || !resource || !body)
    return { ...nothing, status: 'skipped', error: NOT_ASKED };
  const outcome = { ...nothing, kind: watch.kind };
  const payload = ports.readWebhook(body, recordReadingFor(watch, ports.clock.now()));
  if (!payload) return { ...outcome, ...(await reportUnreadable(order, ports)) };
  if (payload.kind === 'unknown') return { ...outcome, status: 'skipped', error: NO_RECORDS };
  if (isFromMonitor(payload, resource)) return storePayload({ watch, ports, limits }, { order, payload });
  const resolved = await resolveIncident(ports, unreadableSubject(watch.id));
  return { ...outcome, ...resolved, status: 'skipped', error: OTHER_MONITOR };
}

/** The payload stays stored, and the operators are notified. */
async function reportUnreadable(
  order: WebhookOrder,
  ports: ProcessWebhookPorts,
): Promise<Pick<RunOutcome, 'status' | 'alerts' | 'channels' | 'error'>> {
  const incident = unreadableIncident(order, ports.clock.now());
  const opened = await openIncident(ports, incident);
  const error = { name: 'UnreadableDelivery', message: `${order.key} is not JSON.`, incident: incident.kind };
  return { ...opened, status: 'failed', error };
}

/** A monitor whose id has not been recorded yet is known by its reference job. */
function isFromMonitor(
  { monitorId, referenceJobId }: WebhookPayload,
  { monitor, former, reference }: MonitorResource,
): boolean {
  if (monitorId === undefined || monitorId === monitor?.id || monitorId === former?.id) return true;
  return referenceJobId !== undefined && referenceJobId === reference?.jobId;
}

/** Stores the records of a payload, pulls what did not come along, and records that its run is collected. */
async function storePayload(
  context: PayloadContext,
  { order, payload }: { order: WebhookOrder; payload: WebhookPayload },
): Promise<RunOutcome> {
  const { watch, ports, limits } = context;
  const { jobId } = payload;
  const resolved = await resolveIncident(ports, unreadableSubject(watch.id));
  const stored: StoredRecords[] = [];
  let calls = 0;
  let isPulled = false;
  try {
    // Records without any job come from an unknown one: equal records in two payloads are one fact.
    stored.push(await storeRecords({ ...payload, jobId: jobId ?? order.key }, context));
    for await (const page of mustPull(payload) ? pullPages(context, payload) : []) {
      calls += page.calls;
      if (page.records) stored.push(await storeRecords(page.records, context));
      isPulled = page.isLast;
    }
    if (jobId !== undefined && (isComplete(payload) || isPulled))
      await noteCollected(context, { jobId, isPulled });
  } finally {
    // After a failed pull the order comes again, and what was stored until then is known by then. Counting may take
    // the lease for a moment: an order that was queued before would find it taken, and come back 2 seconds later.
    await countFound(ports, { watchId: watch.id, found: sumStoredRecords(stored).new, ...limits });
    if (stored.length > 0) await orderDeciding(ports, spaceOf(watch), { by: order.key });
  }
  const { faults, ...sum } = sumStoredRecords(stored);
  return {
    ...emptyRunOutcome(watch.id),
    kind: watch.kind,
    ...sum,
    ...joinAlertsMade(resolved, sum),
    matched: payload.count ?? payload.findings.length,
    refused: payload.refused,
    calls,
    ...(faults.length > 0 && { faults }),
  };
}

/** Records that all records of a run are collected. */
async function noteCollected(
  { watch, ports }: PayloadContext,
  run: Pick<CollectedRun, 'jobId' | 'isPulled'>,
): Promise<void> {
  const takenAt = ports.clock.now();
  await ports.collectedRuns.note({ watchId: watch.id, ...run, takenAt, expiresAt: rememberedUntil(takenAt) });
}

/** Whether records did not come along that the service counts. */
function mustPull(payload: WebhookPayload): boolean {
  return payload.kind !== 'record' && !isComplete(payload);
}

/** A payload of one record says nothing about others: whether all came, the next comparison with the runs shows. */
function isComplete({ kind, findings, unusable = [], refused, count }: WebhookPayload): boolean {
  return kind !== 'record' && findings.length + Math.max(unusable.length, refused) >= (count ?? 1);
}

/** A page of pulled records; without records, the monitor or job does not exist. */
interface PulledPage {
  calls: number;
  records?: ReadRecords;
  isLast: boolean;
}

/** All records of the monitor, each once; of a job alone, page by page. */
async function* pullPages(
  { watch, ports, limits }: PayloadContext,
  payload: WebhookPayload,
): AsyncGenerator<PulledPage> {
  const { monitorId, jobId } = payload;
  const reading = recordReadingFor(watch, ports.clock.now());
  try {
    if (monitorId !== undefined) {
      const pulled = await ports.monitors.records(monitorId, reading, limits);
      yield { calls: 1, records: { ...pulled, jobId: jobId ?? monitorId }, isLast: true };
    } else if (jobId !== undefined) {
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const answer = await ports.jobs.records({ upstreamId: jobId, page, ...reading }, limits);
        pages = answer.pages;
        const records = { ...answer, origins: new Map<string, string>(), jobId };
        yield { calls: answer.calls, records, isLast: page >= pages };
      }
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
    yield { calls: monitorId === undefined ? 0 : 1, isLast: false };
  }
}

/** What the payload names does not exist: another try would not find it either. */
function isMissing(error: unknown): boolean {
  return error instanceof GoneError || (error instanceof RefusedError && error.refusal === 'request');
}
