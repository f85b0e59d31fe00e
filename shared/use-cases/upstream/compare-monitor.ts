import { idOf } from '../../domain/lib/hash.ts';
import { type DesiredMonitor, webhookPrefix } from '../../domain/upstream/desired-monitor.ts';
import { monitorOffIncident, monitorOffSubject } from '../../domain/upstream/upstream-incident.ts';
import {
  CHECK_GAP,
  type KnownMonitor,
  type MonitorResource,
} from '../../domain/upstream/upstream-resource.ts';
import { openNamedIncident, resolveNamedIncident } from '../alerts/put-alerts.ts';
import type { SeenMonitor } from '../ports/services.ts';
import type { Scope } from './reconcile-resource.ts';
import { startReference } from './reference-jobs.ts';
import type { Sent } from './take-step.ts';

export type MonitorScope = Scope<MonitorResource, DesiredMonitor | undefined>;
type MonitorSent = Sent<MonitorResource>;

/** Looks for the webhook or monitor that an unanswered call, or an earlier store, may have created, and records it. */
export async function findMonitor(scope: MonitorScope): Promise<MonitorSent> {
  const { sweep, resource } = scope;
  const { project } = sweep;
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
  { sweep, desired }: MonitorScope,
  { seen, projectId, asksTheSame }: { seen: SeenMonitor; projectId: string; asksTheSame: boolean },
): Promise<Pick<MonitorResource, 'reference'>> {
  const { referenceJobId: jobId } = seen;
  if (jobId === undefined) return {};
  const id = idOf('reference', jobId);
  if (asksTheSame && desired) await startReference(sweep, { id, desired, projectId, silent: true, jobId });
  return { reference: { extractionId: id, jobId } };
}

/** The settings of a found monitor are not known: the next step sets them. */
function knownMonitorOf({ id, referenceJobId = '' }: SeenMonitor, webhookId: string): KnownMonitor {
  return { id, referenceJobId, webhookId, schedule: '', timezone: '', enabled: true };
}

/** Once an hour, and only where there is a monitor. */
export function isCheckDue({ sweep, resource: { monitor, checkedAt } }: MonitorScope): boolean {
  if (!monitor) return false;
  return checkedAt === undefined || sweep.ports.clock.now() >= checkedAt + CHECK_GAP;
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
    sweep.report({ ...opened, incidents: resource.offSince === undefined ? (opened.incidents ?? []) : [] });
    return { change: { ...gone, offSince, checkedAt } };
  }
  // A person has switched on what the file says is off.
  const isOnAgain = seen?.enabled && monitor && !monitor.enabled;
  const on = isOnAgain && { monitor: { ...monitor, enabled: true } };
  return resolveMonitorOff(scope, { ...on, ...gone, checkedAt });
}

/** The monitor is on again, or is not wanted any more: the incident that it was switched off ends with the change. */
export async function resolveMonitorOff(
  { sweep, resource }: MonitorScope,
  change: Partial<MonitorResource>,
): Promise<MonitorSent> {
  if (resource.offSince === undefined) return { change };
  sweep.report(await resolveNamedIncident(sweep.ports, monitorOffSubject(resource.name)));
  return { change: { ...change, offSince: undefined } };
}
