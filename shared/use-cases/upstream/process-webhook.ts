import { GoneError, RefusedError } from '../../domain/lib/errors.ts';
import type { MonitorResource } from '../../domain/upstream/upstream-resource.ts';
import { emptyOutcome, type RunOutcome } from '../../domain/runs/outcome.ts';
import { unreadableSubject, unreadableIncident } from '../../domain/upstream/upstream-incident.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { countFound } from './count-found.ts';
import type { JobService, RecordKeys } from '../ports/extraction-ports.ts';
import {
  rememberedUntil,
  recordReadingOf,
  type CollectedRecords,
  collectRecordsOf,
} from './pull-missing-records.ts';
import type { Judging } from '../context/judging.ts';
import type { CallLimits, Incidents } from '../ports/ports.ts';
import { resolveIncident, openIncident } from '../alerts/notify-incidents.ts';
import type {
  WebhookPayloads,
  WebhookOrder,
  WebhookReader,
  UpstreamResources,
  WebhookPayload,
  CollectedRuns,
  UpstreamMonitors,
} from '../ports/upstream-ports.ts';

export interface ProcessWebhookPorts {
  resources: Pick<UpstreamResources, 'monitor'>;
  troubles: Incidents;
  bodies: WebhookPayloads;
  collectedRuns: CollectedRuns;
  readWebhook: WebhookReader;
  monitors: Pick<UpstreamMonitors, 'records'>;
  jobs: Pick<JobService, 'records'>;
  marks: RecordKeys;
}

type Ports = ProcessWebhookPorts & Judging['ports'];

/** One delivery being taken. */
interface Taking {
  order: WebhookOrder;
  watch: Watch;
  resource: MonitorResource;
  ports: Ports;
  outcome: RunOutcome;
  limits: CallLimits;
}

/**
 * Takes the records of a delivery that was kept. What is known already stays as it is, so that the same delivery, or the
 * same record in another one, changes nothing. Where not all records came along, they are pulled.
 *
 * @throws UpstreamError when a pull fails: then the order comes again.
 */
export async function processWebhook(
  order: WebhookOrder,
  ports: Ports,
  limits: CallLimits,
): Promise<RunOutcome> {
  const outcome = emptyOutcome(order.watchId);
  const watch = await ports.definitions.watch(order.watchId);
  const resource = await ports.resources.monitor(order.watchId);
  const body = watch && resource && (await ports.bodies.read(order.key));
  // What a disabled watch is sent is taken when it is enabled again: its runs are compared with what was taken.
  if (!watch || watch.disabled || !resource || !body)
    return { ...outcome, status: 'skipped', error: NOT_ASKED };
  outcome.kind = watch.kind;
  const taking = { order, watch, resource, ports, outcome, limits };
  const delivery = ports.readWebhook(body, recordReadingOf(watch, ports.clock.now()));
  if (!delivery) return unreadable(taking);
  if (delivery.kind === 'unknown') return { ...outcome, status: 'skipped', error: NO_RECORDS };
  await resolveIncident({ ports, outcome }, unreadableSubject(watch.id));
  if (!isOurs(delivery, resource)) return { ...outcome, status: 'skipped', error: OTHER_MONITOR };
  try {
    return await takeWhole(taking, delivery);
  } finally {
    // A pull that failed comes again, and what was stored until then is known by then.
    await countFound(ports, { watchId: watch.id, from: order.key, found: outcome.new, ...limits });
  }
}

const NOT_ASKED = { name: 'NotAsked', message: 'Nobody asks for this delivery any more.' };
const NO_RECORDS = { name: 'NoRecords', message: 'It holds no records, as a test does.' };
const OTHER_MONITOR = {
  name: 'OtherMonitor',
  message: 'It comes from a monitor that the watch does not have any more.',
};

/** It stays where it is kept, and the operators are told. */
async function unreadable({ order, ports, outcome }: Taking): Promise<RunOutcome> {
  const incident = unreadableIncident(order, ports.clock.now());
  await openIncident({ ports, outcome }, incident);
  const error = { name: 'UnreadableDelivery', message: `${order.key} is no JSON.`, trouble: incident.kind };
  return { ...outcome, status: 'failed', error };
}

/** A monitor whose making has not been noted yet is known by its reference job. */
function isOurs(
  { monitorId, referenceJobId }: WebhookPayload,
  { monitor, former, reference }: MonitorResource,
): boolean {
  if (monitorId === undefined || monitorId === monitor?.id || monitorId === former?.id) return true;
  return referenceJobId !== undefined && referenceJobId === reference?.jobId;
}

async function takeWhole(taking: Taking, delivery: WebhookPayload): Promise<RunOutcome> {
  const { watch, ports, outcome, order } = taking;
  outcome.matched = delivery.count ?? delivery.findings.length;
  outcome.refused = delivery.refused;
  const given = delivery.findings.length + delivery.refused;
  // One record of many says nothing of the others: whether all came, the next comparison with the runs tells.
  const isWhole = delivery.kind !== 'record' && given >= (delivery.count ?? 1);
  const { jobId } = delivery;
  // Records without any job come from one that nobody knows: alike ones in two bodies are one fact.
  await take(taking, { ...delivery, jobId: jobId ?? order.key });
  const isPulled = !isWhole && delivery.kind !== 'record' && (await pull(taking, delivery).catch(orNotThere));
  if (jobId !== undefined && (isWhole || isPulled)) {
    const takenAt = ports.clock.now();
    const expiresAt = rememberedUntil(takenAt);
    await ports.collectedRuns.note({ watchId: watch.id, jobId, takenAt, isPulled, expiresAt });
  }
  return outcome;
}

async function take({ ports, watch, outcome }: Taking, records: CollectedRecords): Promise<void> {
  const { changed } = await collectRecordsOf({ ports, watch, outcome }, records);
  outcome.changed += changed;
}

/** What it names is not there any more, or never was: it would not be there next time either. */
function orNotThere(error: unknown): false {
  const isNotThere =
    error instanceof GoneError || (error instanceof RefusedError && error.refusal === 'request');
  if (isNotThere) return false;
  throw error;
}

/** All records of the monitor, each once; of a job alone, page by page. */
async function pull(taking: Taking, { monitorId, jobId }: WebhookPayload): Promise<boolean> {
  const { watch, ports, outcome, limits } = taking;
  const sight = recordReadingOf(watch, ports.clock.now());
  if (monitorId !== undefined) {
    outcome.calls += 1;
    const pulled = await ports.monitors.records(monitorId, sight, limits);
    await take(taking, { ...pulled, jobId: jobId ?? monitorId });
    return true;
  }
  if (jobId === undefined) return false;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await ports.jobs.records({ upstreamId: jobId, page, ...sight }, limits);
    outcome.calls += answer.calls;
    pages = answer.pages;
    await take(taking, { ...answer, origins: new Map(), jobId });
  }
  return true;
}
