import { idOf } from '../../domain/lib/hash.ts';
import type { KnownMonitor } from '../../domain/upstream/upstream-resource.ts';
import { webhookPrefix } from '../../domain/upstream/reconcile-monitor.ts';
import { monitorOffSubject, monitorOffIncident } from '../../domain/upstream/upstream-incident.ts';
import { findProject, forgetIfGone } from './reconcile-project.ts';
import type { MonitorScope } from './monitor-step.ts';
import { startReference } from './reference-jobs.ts';
import { resolveIncident, openIncident } from '../alerts/notify-incidents.ts';
import { note, type UpstreamContext } from './upstream-context.ts';
import type { SeenMonitor } from '../ports/upstream-ports.ts';

/** All monitors of ours, asked for once in a sweep. */
export async function listMonitors(context: UpstreamContext): Promise<SeenMonitor[]> {
  context.seen ??= await context.ports.monitors.list({}, context.limits);
  return context.seen;
}

/** Looks for what an unanswered call, or an earlier store, may have made, and takes it over. */
export async function lookForMonitor(scope: MonitorScope): Promise<boolean> {
  const { context, resource } = scope;
  const projectId = await findProject(context);
  if (projectId === undefined) {
    if (context.project.intent) return false;
    await note(scope, { intent: undefined });
    return true;
  }
  if (resource.intent?.makes === 'webhook') return lookForWebhook(scope, projectId);
  const { former, reference, webhook, intent } = resource;
  const listing = context.ports.monitors.list({ projectId }, context.limits);
  const found = (await forgetIfGone(context, listing)).find(
    ({ id, referenceJobId }) =>
      referenceJobId !== undefined && referenceJobId === reference?.jobId && id !== former?.id,
  );
  const monitor = found && {
    ...takenOver(found, webhook?.id ?? ''),
    ...intent?.monitor,
  };
  await note(scope, { ...(monitor && { monitor }), intent: undefined });
  return true;
}

/** A webhook is known by its name, which begins with stack and watch; the monitor is the one that notifies it. */
async function lookForWebhook(scope: MonitorScope, projectId: string): Promise<boolean> {
  const { context, resource, desired } = scope;
  const { ports, limits, settings } = context;
  const prefix = webhookPrefix(settings.stack, resource.name);
  const search = ports.monitors.findWebhook({ projectId, prefix }, limits);
  const found = await forgetIfGone(context, search);
  if (!found) {
    await note(scope, { intent: undefined });
    return true;
  }
  const ours = await ports.monitors.list({ projectId }, limits);
  const seen = ours.find(({ id }) => found.monitorIds.includes(id));
  const asksTheSame = desired?.webhook.name === found.name;
  await note(scope, {
    // Without an address it is changed next, and gets a secret that we know.
    webhook: { id: found.id, name: found.name, url: '' },
    ...(seen && { monitor: takenOver(seen, found.id) }),
    ...(seen && desired && { question: asksTheSame ? desired.question : found.name }),
    ...(seen && (await referenceOf(scope, { seen, projectId, asksTheSame }))),
    intent: undefined,
  });
  return true;
}

/** The records of its reference job are the base, as they were for the store that is gone. */
async function referenceOf(
  scope: MonitorScope,
  given: { seen: SeenMonitor; projectId: string; asksTheSame: boolean },
) {
  const { context, watch, desired } = scope;
  const { seen, projectId, asksTheSame } = given;
  const { referenceJobId: jobId } = seen;
  if (jobId === undefined) return {};
  const id = idOf('reference', jobId);
  if (asksTheSame && watch && desired)
    await startReference(context, { id, watch, desired, projectId, silent: true, jobId });
  return { reference: { extractionId: id, jobId } };
}

/** What it is set to is not known: the next step sets it. */
function takenOver({ id, referenceJobId = '' }: SeenMonitor, webhookId: string): KnownMonitor {
  return { id, referenceJobId, webhookId, schedule: '', timezone: '', enabled: true };
}

/** Compares what stands upstream with what we set. What is gone is made anew; what was switched off is told. */
export async function checkMonitor(scope: MonitorScope): Promise<boolean> {
  const { context, resource } = scope;
  const { ports, limits } = context;
  const { monitor, webhook } = resource;
  const checkedAt = ports.clock.now();
  const seen = (await listMonitors(context)).find(({ id }) => id === monitor?.id);
  const hasWebhook = webhook && (await ports.monitors.hasWebhook(webhook.id, limits));
  const gone = { ...(!hasWebhook && { webhook: undefined }), ...(!seen && { monitor: undefined }) };
  if (seen && monitor?.enabled && !seen.enabled) {
    const { offSince = checkedAt } = resource;
    const incident = monitorOffIncident(resource.name, offSince);
    await openIncident(context, incident);
    if (resource.offSince === undefined) context.outcome.troubles.push(incident.subject);
    await note(scope, { ...gone, offSince, checkedAt });
    return true;
  }
  await noteSwitchedOn(scope);
  // A person has switched on what the file says is off.
  const isOnAgain = seen?.enabled && monitor && !monitor.enabled;
  await note(scope, { ...(isOnAgain && { monitor: { ...monitor, enabled: true } }), ...gone, checkedAt });
  return true;
}

/** The monitor is on again, or is not meant to be: the operators hear that this is over. */
export async function noteSwitchedOn(scope: MonitorScope): Promise<void> {
  const { context, resource } = scope;
  if (resource.offSince === undefined) return;
  const subject = monitorOffSubject(resource.name);
  await resolveIncident(context, subject);
  context.outcome.cured.push(subject);
  await note(scope, { offSince: undefined });
}
