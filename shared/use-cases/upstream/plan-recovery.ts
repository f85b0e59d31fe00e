import { CLOCK_SKEW } from '../../domain/extraction/extraction-transitions.ts';
import { GoneError, RefusedError, type UpstreamError } from '../../domain/lib/errors.ts';
import { idOf } from '../../domain/lib/hash.ts';
import type { Instant } from '../../domain/time/instant.ts';
import {
  type MonitorStep,
  type WatchlistStep,
  webhookPrefix,
} from '../../domain/upstream/reconcile-monitor.ts';
import {
  monitorOffIncident,
  monitorOffSubject,
  unreadyIncident,
  unreadySubject,
} from '../../domain/upstream/upstream-incident.ts';
import {
  CHECK_GAP,
  type KnownEntity,
  type KnownMonitor,
  type MonitorResource,
  READY_PATIENCE,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import { keyIn } from '../../domain/watches/watchlist.ts';
import { type IncidentOutcome, openNamedIncident, resolveNamedIncident } from '../alerts/put-alerts.ts';
import { startReference } from './reference-jobs.ts';
import {
  type MonitorScope,
  planChange,
  type Sent,
  type StepPlan,
  type WatchlistScope,
} from './upstream-sweep.ts';
import type { SeenEntity, SeenMonitor } from '../ports/services.ts';

const CHANGES: readonly MonitorStep['do'][] = ['assign-webhook', 'change-monitor', 'enable', 'disable'];

/**
 * After a step of a monitor was answered with "gone": a person has deleted something, or the answer to a deletion of
 * ours was lost. What is gone is forgotten, so that the next sweep creates it again.
 */
export function planMonitorRecovery(
  scope: MonitorScope,
  step: MonitorStep,
  error: UpstreamError,
): StepPlan<MonitorResource> | undefined {
  if (!(error instanceof GoneError)) return undefined;
  if (step.do === 'change-webhook') return planChange({ webhook: undefined });
  if (step.do === 'make-monitor') return forgetIngredient(scope);
  return CHANGES.includes(step.do) ? { send: () => checkMonitor(scope) } : undefined;
}

/**
 * A monitor is made of a webhook and of a first job, in a project; a project that is gone has been forgotten already.
 */
function forgetIngredient({
  sweep,
  resource: { webhook },
  project,
}: MonitorScope): StepPlan<MonitorResource> | undefined {
  if (project.id === undefined || !webhook) return undefined;
  return {
    send: async () => {
      const exists = await sweep.ports.monitors.hasWebhook(webhook.id, sweep.limits);
      return { change: exists ? { reference: undefined } : { webhook: undefined } };
    },
  };
}

/** The same for a watchlist: its dataset may be gone, or entities of it, which the service refuses as unknown. */
export function planWatchlistRecovery(
  scope: WatchlistScope,
  step: WatchlistStep,
  error: UpstreamError,
): StepPlan<WatchlistResource> | undefined {
  if (step.do !== 'put-in' && step.do !== 'make-dataset') return undefined;
  if (error instanceof RefusedError)
    return { send: async () => ({ change: await forgetLostMembers(scope) }) };
  if (!(error instanceof GoneError) || step.do !== 'put-in') return undefined;
  return planChange({ dataset: undefined, ready: false });
}

type MonitorSent = Sent<MonitorResource>;

/** Looks for the webhook or monitor that an unanswered call, or an earlier store, may have created, and records it. */
export async function findMonitor(scope: MonitorScope): Promise<MonitorSent> {
  const { sweep, resource, project } = scope;
  const { former, reference, webhook, intent } = resource;
  const { id: projectId } = project;
  if (projectId === undefined) return project.intent ? { waits: true } : { change: { intent: undefined } };
  if (intent?.makes === 'webhook') return findWebhook(scope, projectId);
  const listed = await sweep.ports.monitors.list({ projectId }, sweep.limits);
  const found = listed.find(
    ({ id, referenceJobId }) =>
      referenceJobId !== undefined && referenceJobId === reference?.jobId && id !== former?.id,
  );
  const monitor = found && { ...knownMonitorOf(found, webhook?.id ?? ''), ...intent?.monitor };
  return { change: { ...(monitor && { monitor }), intent: undefined } };
}

/** A webhook is found by its name, which begins with stack and watch; its monitor is the one that notifies it. */
async function findWebhook(scope: MonitorScope, projectId: string): Promise<MonitorSent> {
  const { sweep, resource, desired } = scope;
  const { ports, limits, settings } = sweep;
  const prefix = webhookPrefix(settings.stack, resource.name);
  const found = await ports.monitors.findWebhook({ projectId, prefix }, limits);
  if (!found) return { change: { intent: undefined } };
  const listed = await ports.monitors.list({ projectId }, limits);
  const seen = listed.find(({ id }) => found.monitorIds.includes(id));
  const asksTheSame = desired?.webhook.name === found.name;
  return {
    change: {
      // Without an address it is changed next, and gets a secret that we know.
      webhook: { id: found.id, name: found.name, url: '' },
      ...(seen && { monitor: knownMonitorOf(seen, found.id) }),
      ...(seen && desired && { question: asksTheSame ? desired.question : found.name }),
      ...(seen && (await startFoundReference(scope, { seen, projectId, asksTheSame }))),
      intent: undefined,
    },
  };
}

/** The records of the reference job of a found monitor are the baseline, as they were in the earlier store. */
async function startFoundReference(
  { sweep, watch, desired }: MonitorScope,
  { seen, projectId, asksTheSame }: { seen: SeenMonitor; projectId: string; asksTheSame: boolean },
): Promise<Pick<MonitorResource, 'reference'>> {
  const { referenceJobId: jobId } = seen;
  if (jobId === undefined) return {};
  const id = idOf('reference', jobId);
  if (asksTheSame && watch && desired)
    await startReference(sweep, { id, watch, desired, projectId, silent: true, jobId });
  return { reference: { extractionId: id, jobId } };
}

/** The settings of a found monitor are not known: the next step sets them. */
function knownMonitorOf({ id, referenceJobId = '' }: SeenMonitor, webhookId: string): KnownMonitor {
  return { id, referenceJobId, webhookId, schedule: '', timezone: '', enabled: true };
}

/**
 * Compares what exists upstream with what we set. What is gone is forgotten, and created again by the next steps. A
 * monitor that was switched off opens an incident.
 */
export async function checkMonitor(scope: MonitorScope): Promise<MonitorSent> {
  const { sweep, resource } = scope;
  const { ports, limits } = sweep;
  const { monitor, webhook } = resource;
  const checkedAt = ports.clock.now();
  const seen = (await sweep.listMonitors()).find(({ id }) => id === monitor?.id);
  const hasWebhook = webhook && (await ports.monitors.hasWebhook(webhook.id, limits));
  const gone = { ...(!hasWebhook && { webhook: undefined }), ...(!seen && { monitor: undefined }) };
  if (seen && monitor?.enabled && !seen.enabled) {
    const { offSince = checkedAt } = resource;
    const opened = await openNamedIncident(ports, monitorOffIncident(resource.name, offSince));
    const troubles = resource.offSince === undefined ? opened.troubles : [];
    return { change: { ...gone, offSince, checkedAt }, outcome: { ...opened, troubles } };
  }
  const resolved = await resolveMonitorOff(scope);
  // A person has switched on what the file says is off.
  const isOnAgain = seen?.enabled && monitor && !monitor.enabled;
  const on = isOnAgain && { monitor: { ...monitor, enabled: true } };
  return { ...resolved, change: { ...resolved.change, ...on, ...gone, checkedAt } };
}

/** The monitor is on again, or is not wanted any more: the incident that it was switched off ends. */
export async function resolveMonitorOff({ sweep, resource }: MonitorScope): Promise<MonitorSent> {
  if (resource.offSince === undefined) return {};
  const outcome = await resolveNamedIncident(sweep.ports, monitorOffSubject(resource.name));
  return { change: { offSince: undefined }, outcome };
}

type Members = WatchlistResource['members'];

/** Stack and name of a watchlist, as they mark what is ours. */
export function marksOf({ sweep, resource }: Pick<WatchlistScope, 'sweep' | 'resource'>) {
  return { stack: sweep.settings.stack, name: resource.name };
}

export function datasetName(scope: WatchlistScope): string {
  const { stack, name } = marksOf(scope);
  return `${stack} ${name}`;
}

export function withoutMembers(members: Members, keys: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([key]) => !keys.includes(key)));
}

/**
 * Looks for the dataset and entities that an unanswered call, or an earlier store, may have created, and records them.
 */
export async function findWatchlist(scope: WatchlistScope): Promise<Sent<WatchlistResource>> {
  const { sweep, resource, project } = scope;
  const { ports, limits } = sweep;
  const { makes, at = 0 } = resource.intent ?? {};
  const { id: projectId } = project;
  if (projectId === undefined && project.intent) return { waits: true };
  const dataset =
    projectId !== undefined && makes === 'dataset'
      ? await ports.upstreamWatchlists.findDataset({ projectId, name: datasetName(scope) }, limits)
      : resource.dataset;
  const inside = dataset === undefined ? {} : await membersInProject(scope);
  const made = await ports.upstreamWatchlists.entities({ since: Math.max(0, at - CLOCK_SKEW) }, limits);
  const outside = asOutside(membersAmong(scope, made));
  const members = { ...outside, ...inside, ...resource.members };
  return { change: { dataset, members, ready: false, intent: undefined } };
}

async function membersInProject(scope: WatchlistScope): Promise<Members> {
  const { sweep, project } = scope;
  if (project.id === undefined) return {};
  const search = { projectId: project.id };
  return membersAmong(scope, await sweep.ports.upstreamWatchlists.entities(search, sweep.limits));
}

/** What the service knows of a found entity is not known: without a hash it is changed next. */
function membersAmong(scope: WatchlistScope, entities: readonly SeenEntity[]): Members {
  const marks = marksOf(scope);
  const ours = entities.flatMap(({ id, externalId }): [string, KnownEntity][] => {
    const key = keyIn(marks, externalId);
    return key === undefined ? [] : [[key, { id, hash: '' }]];
  });
  return Object.fromEntries(ours);
}

function asOutside(members: Members): Members {
  const outside = Object.entries(members).map(([key, one]) => [key, { ...one, outside: true as const }]);
  return Object.fromEntries(outside);
}

/** Whether a check compares the members, too: once an hour. */
export function isCompareDue({ checkedAt }: WatchlistResource, now: Instant): boolean {
  return checkedAt !== undefined && now >= checkedAt + CHECK_GAP;
}

/** Checks whether jobs can use a watchlist; and once an hour, whether everything still exists. */
export async function checkWatchlist(scope: WatchlistScope): Promise<Sent<WatchlistResource>> {
  const { sweep, resource } = scope;
  const { ports, limits } = sweep;
  const now = ports.clock.now();
  const { name, dataset = '' } = resource;
  const ready = await ports.upstreamWatchlists.isReady(dataset, limits);
  if (ready === undefined) return { change: { dataset: undefined, ready: false } };
  const unreadySince = ready ? undefined : (resource.unreadySince ?? now);
  const notified = await notifyReadiness(scope, unreadySince);
  if (!isCompareDue(resource, now)) {
    const waiting = ready ? [] : [`${name}: the service is preparing its companies`];
    const { checkedAt = now } = resource;
    return { change: { ready, unreadySince, checkedAt }, outcome: { ...notified, waiting } };
  }
  const seen = new Set(Object.values(await membersInProject(scope)).map(({ id }) => id));
  const missing = Object.entries(resource.members).flatMap(([key, { id }]) => (seen.has(id) ? [] : [key]));
  const forgotten = await forgetLostMembers(scope, missing);
  return { change: { ...forgotten, ready, unreadySince, checkedAt: now }, outcome: notified };
}

/** Notifies the operators when a watchlist does not get ready in time, and when it is ready at last. */
async function notifyReadiness(
  { sweep: { ports }, resource }: WatchlistScope,
  unreadySince: Instant | undefined,
): Promise<Partial<IncidentOutcome>> {
  const { name, unreadySince: before = Number.POSITIVE_INFINITY } = resource;
  if (ports.clock.now() - before < READY_PATIENCE) return {};
  return unreadySince === undefined
    ? resolveNamedIncident(ports, unreadySubject(name))
    : openNamedIncident(ports, unreadyIncident(name, unreadySince));
}

/**
 * Of the missing members: forgets companies whose entities do not exist any more, so that they are created again;
 * marks those that exist and are in no dataset of ours, so that they are put in again.
 */
async function forgetLostMembers(
  scope: WatchlistScope,
  missing: readonly string[] = Object.keys(scope.resource.members),
): Promise<Pick<WatchlistResource, 'members'> | undefined> {
  if (missing.length === 0) return undefined;
  const { sweep, resource } = scope;
  const { members } = resource;
  const listed = membersAmong(
    scope,
    await sweep.ports.upstreamWatchlists.entities({ since: 0 }, sweep.limits),
  );
  const ids = new Set(Object.values(listed).map(({ id }) => id));
  const lost = missing.filter((key) => !ids.has(members[key]?.id ?? ''));
  const left = Object.fromEntries(
    Object.entries(members).filter(([key]) => missing.includes(key) && !lost.includes(key)),
  );
  return { members: { ...withoutMembers(members, lost), ...asOutside(left) } };
}
