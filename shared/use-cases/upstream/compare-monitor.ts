import { idOf } from '../../domain/lib/hash.ts';
import type { HeldMonitor } from '../../domain/upstream/upstream-resource.ts';
import { webhookPrefix } from '../../domain/upstream/reconcile-monitor.ts';
import { monitorOffSubject, monitorOffTrouble } from '../../domain/upstream/upstream-incident.ts';
import { findProject, forgetIfGone } from './reconcile-project.ts';
import type { MonitorKeeper } from './monitor-step.ts';
import { startReference } from './reference-jobs.ts';
import { cureTrouble, raiseTrouble } from '../alerts/notify-incidents.ts';
import { note, type Upkeep } from './upstream-context.ts';
import type { SeenMonitor } from '../ports/upstream-ports.ts';

/** All monitors of ours, asked for once in a sweep. */
export async function listMonitors(upkeep: Upkeep): Promise<SeenMonitor[]> {
  upkeep.seen ??= await upkeep.ports.monitors.list({}, upkeep.limits);
  return upkeep.seen;
}

/** Looks for what an unanswered call, or an earlier store, may have made, and takes it over. */
export async function lookForMonitor(keeper: MonitorKeeper): Promise<boolean> {
  const { upkeep, holding } = keeper;
  const projectId = await findProject(upkeep);
  if (projectId === undefined) {
    if (upkeep.project.intent) return false;
    await note(keeper, { intent: undefined });
    return true;
  }
  if (holding.intent?.makes === 'webhook') return lookForWebhook(keeper, projectId);
  const { former, reference, webhook, intent } = holding;
  const listing = upkeep.ports.monitors.list({ projectId }, upkeep.limits);
  const found = (await forgetIfGone(upkeep, listing)).find(
    ({ id, referenceJobId }) =>
      referenceJobId !== undefined && referenceJobId === reference?.jobId && id !== former?.id,
  );
  const monitor = found && {
    ...takenOver(found, webhook?.id ?? ''),
    ...intent?.monitor,
  };
  await note(keeper, { ...(monitor && { monitor }), intent: undefined });
  return true;
}

/** A webhook is known by its name, which begins with stack and watch; the monitor is the one that notifies it. */
async function lookForWebhook(keeper: MonitorKeeper, projectId: string): Promise<boolean> {
  const { upkeep, holding, desired } = keeper;
  const { ports, limits, settings } = upkeep;
  const prefix = webhookPrefix(settings.stack, holding.name);
  const search = ports.monitors.findWebhook({ projectId, prefix }, limits);
  const found = await forgetIfGone(upkeep, search);
  if (!found) {
    await note(keeper, { intent: undefined });
    return true;
  }
  const ours = await ports.monitors.list({ projectId }, limits);
  const seen = ours.find(({ id }) => found.monitorIds.includes(id));
  const asksTheSame = desired?.webhook.name === found.name;
  await note(keeper, {
    // Without an address it is changed next, and gets a secret that we know.
    webhook: { id: found.id, name: found.name, url: '' },
    ...(seen && { monitor: takenOver(seen, found.id) }),
    ...(seen && desired && { question: asksTheSame ? desired.question : found.name }),
    ...(seen && (await referenceOf(keeper, { seen, projectId, asksTheSame }))),
    intent: undefined,
  });
  return true;
}

/** The records of its reference job are the base, as they were for the store that is gone. */
async function referenceOf(
  keeper: MonitorKeeper,
  given: { seen: SeenMonitor; projectId: string; asksTheSame: boolean },
) {
  const { upkeep, watch, desired } = keeper;
  const { seen, projectId, asksTheSame } = given;
  const { referenceJobId: jobId } = seen;
  if (jobId === undefined) return {};
  const id = idOf('reference', jobId);
  if (asksTheSame && watch && desired)
    await startReference(upkeep, { id, watch, desired, projectId, silent: true, jobId });
  return { reference: { extractionId: id, jobId } };
}

/** What it is set to is not known: the next step sets it. */
function takenOver({ id, referenceJobId = '' }: SeenMonitor, webhookId: string): HeldMonitor {
  return { id, referenceJobId, webhookId, schedule: '', timezone: '', enabled: true };
}

/** Compares what stands upstream with what we set. What is gone is made anew; what was switched off is told. */
export async function checkMonitor(keeper: MonitorKeeper): Promise<boolean> {
  const { upkeep, holding } = keeper;
  const { ports, limits } = upkeep;
  const { monitor, webhook } = holding;
  const checkedAt = ports.clock.now();
  const seen = (await listMonitors(upkeep)).find(({ id }) => id === monitor?.id);
  const hasWebhook = webhook && (await ports.monitors.hasWebhook(webhook.id, limits));
  const gone = { ...(!hasWebhook && { webhook: undefined }), ...(!seen && { monitor: undefined }) };
  if (seen && monitor?.enabled && !seen.enabled) {
    const { offSince = checkedAt } = holding;
    const trouble = monitorOffTrouble(holding.name, offSince);
    await raiseTrouble(upkeep, trouble);
    if (holding.offSince === undefined) upkeep.outcome.troubles.push(trouble.subject);
    await note(keeper, { ...gone, offSince, checkedAt });
    return true;
  }
  await noteSwitchedOn(keeper);
  // A person has switched on what the file says is off.
  const isOnAgain = seen?.enabled && monitor && !monitor.enabled;
  await note(keeper, { ...(isOnAgain && { monitor: { ...monitor, enabled: true } }), ...gone, checkedAt });
  return true;
}

/** The monitor is on again, or is not meant to be: the operators hear that this is over. */
export async function noteSwitchedOn(keeper: MonitorKeeper): Promise<void> {
  const { upkeep, holding } = keeper;
  if (holding.offSince === undefined) return;
  const subject = monitorOffSubject(holding.name);
  await cureTrouble(upkeep, subject);
  upkeep.outcome.cured.push(subject);
  await note(keeper, { offSince: undefined });
}
