import { secretHash } from '../../domain/upstream/webhook-secret.ts';
import { RefusedError } from '../../domain/lib/errors.ts';
import type { KnownMonitor } from '../../domain/upstream/upstream-resource.ts';
import type { DesiredMonitor, MonitorStep } from '../../domain/upstream/reconcile-monitor.ts';
import { countLastRuns } from './count-monitor-runs.ts';
import { checkMonitor, listMonitors, lookForMonitor, noteSwitchedOn } from './compare-monitor.ts';
import { forgetIfGone, needProject } from './reconcile-project.ts';
import type { MonitorScope } from './monitor-step.ts';
import { referenceId, removeReferenceJobs, startReference } from './reference-jobs.ts';
import { note } from './upstream-context.ts';

/** So many secrets are good at a time: the present one, and those of changes whose answer was lost. */
const MOST_SECRETS = 3;

/** The steps that do something. */
type Deed = Exclude<MonitorStep, { do: 'rest' | 'wait' | 'forget' }>;

/** Takes one step and notes it. False: it has to wait for something else. */
export async function takeMonitorStep(scope: MonitorScope, step: Deed): Promise<boolean> {
  const { ports, limits } = scope.context;
  switch (step.do) {
    case 'look':
      return lookForMonitor(scope);
    case 'check':
      return checkMonitor(scope);
    case 'remove-monitor':
      if (!(await removeMonitor(scope, step.monitor))) return false;
      await noteSwitchedOn(scope);
      await note(scope, { monitor: undefined });
      return true;
    case 'remove-webhook':
      await ports.monitors.removeWebhook(step.id, limits);
      await note(scope, { webhook: undefined, secrets: [] });
      return true;
    case 'remove-former':
      if (!(await removeMonitor(scope, step.former))) return false;
      await note(scope, { former: undefined });
      return true;
    case 'remove-reference':
      return removeReference(scope);
    case 'renew-reference':
      await note(scope, { reference: undefined });
      return true;
    case 'assign-webhook': {
      const monitor = { ...step.monitor, webhookId: step.webhookId };
      await ports.monitors.assign(monitor, limits);
      await note(scope, { monitor });
      return true;
    }
    case 'change-monitor':
      return changeMonitor(scope, step.monitor);
    case 'disable':
      await ports.monitors.disable(step.monitor.id, limits);
      await noteSwitchedOn(scope);
      await note(scope, { monitor: step.monitor });
      return true;
    case 'make-webhook':
    case 'change-webhook':
    case 'ask':
    case 'make-monitor':
    case 'enable':
      return takeWantedStep(scope, step);
  }
}

/** Steps that only a watch takes that is there. */
async function takeWantedStep(
  scope: MonitorScope,
  step: Extract<Deed, { do: 'make-webhook' | 'change-webhook' | 'ask' | 'make-monitor' | 'enable' }>,
): Promise<boolean> {
  const { desired } = scope;
  if (!desired) return false;
  switch (step.do) {
    case 'make-webhook':
      return makeWebhook(scope, desired);
    case 'change-webhook':
      return changeWebhook(scope, desired);
    case 'ask':
      return ask(scope, desired);
    case 'make-monitor':
      return makeMonitor(scope, { desired, referenceJobId: step.referenceJobId });
    case 'enable':
      return enable(scope, { desired, monitor: step.monitor });
  }
}

/** The intent is written first, with the digest of the secret that goes out: a delivery may come before the answer. */
async function makeWebhook(scope: MonitorScope, { webhook }: DesiredMonitor): Promise<boolean> {
  const { context } = scope;
  const { ports, limits } = context;
  const projectId = await needProject(context);
  if (projectId === undefined) return false;
  const { secret, secrets } = nextSecret(scope);
  await note(scope, { secrets, intent: { makes: 'webhook', at: ports.clock.now() } });
  const making = ports.monitors.createWebhook({ ...webhook, secret, projectId }, limits);
  const id = await forgetIfGone(context, making);
  await note(scope, { webhook: { id, ...webhook }, secrets: secrets.slice(0, 1), intent: undefined });
  return true;
}

/** Name and address anew, and with them another secret: what was found by its name has one that nobody knows. */
async function changeWebhook(scope: MonitorScope, { webhook }: DesiredMonitor): Promise<boolean> {
  const { ports, limits } = scope.context;
  const { id = '' } = scope.resource.webhook ?? {};
  const { secret, secrets } = nextSecret(scope);
  await note(scope, { secrets });
  await ports.monitors.changeWebhook(id, { ...webhook, secret }, limits);
  await note(scope, { webhook: { id, ...webhook }, secrets: secrets.slice(0, 1) });
  return true;
}

function nextSecret({ context, resource }: MonitorScope): { secret: string; secrets: string[] } {
  const secret = context.settings.newSecret();
  return { secret, secrets: [secretHash(secret), ...resource.secrets].slice(0, MOST_SECRETS) };
}

/** The handle is written first, so that the same job is started however often this is tried. */
async function ask(scope: MonitorScope, desired: DesiredMonitor): Promise<boolean> {
  const { context, resource, watch } = scope;
  const projectId = await needProject(context);
  if (projectId === undefined || !watch) return false;
  if (!resource.reference) {
    const rounds = resource.rounds + 1;
    const isNew = resource.question === undefined;
    const silent =
      resource.question === desired.question ? resource.silent : !(isNew && watch.firstRun === 'tell');
    const reference = { extractionId: referenceId(desired, rounds) };
    await note(scope, { question: desired.question, silent, reference, rounds });
  }
  const { reference, silent } = scope.resource;
  return startReference(context, { id: reference?.extractionId ?? '', watch, desired, projectId, silent });
}

/** With the job that it repeats, unless that is the one that others are made of. What its runs have cost is noted first. */
async function removeMonitor({ context, resource }: MonitorScope, monitor: KnownMonitor): Promise<boolean> {
  const { ports, limits } = context;
  if (!(await countLastRuns(context, { watchId: resource.name, monitor }))) return false;
  await ports.monitors.remove(monitor.id, limits);
  const { referenceJobId } = monitor;
  const isKept = referenceJobId === '' || referenceJobId === resource.reference?.jobId;
  if (!isKept) await ports.monitors.removeJob(referenceJobId, limits);
  return true;
}

/**
 * Some services do not change the schedule of a monitor, and refuse it as they refuse one that they do not understand:
 * whether another monitor can be made with it tells which it is. The old one works on until then; what a new first job
 * finds beyond it is news and no base.
 */
async function changeMonitor(scope: MonitorScope, asked: KnownMonitor): Promise<boolean> {
  const { ports, limits } = scope.context;
  const { monitor } = scope.resource;
  const { schedule, timezone, limit } = asked;
  const isOtherTime = schedule !== monitor?.schedule || timezone !== monitor.timezone;
  const change = {
    ...(isOtherTime && { schedule, timezone }),
    ...(limit !== monitor?.limit && { limit }),
  };
  try {
    await ports.monitors.change(asked.id, change, limits);
  } catch (error) {
    const isFixed = isOtherTime && error instanceof RefusedError && error.refusal === 'request';
    if (!isFixed || !monitor) throw error;
    await note(scope, { former: monitor, monitor: undefined, silent: false });
    return true;
  }
  await note(scope, { monitor: asked });
  return true;
}

async function removeReference(scope: MonitorScope): Promise<boolean> {
  const { context, resource } = scope;
  if (resource.reference) await removeReferenceJobs(context, resource.reference);
  await note(scope, { reference: undefined });
  return true;
}

async function makeMonitor(
  scope: MonitorScope,
  { desired, referenceJobId }: { desired: DesiredMonitor; referenceJobId: string },
): Promise<boolean> {
  const { context, resource } = scope;
  const { ports, limits } = context;
  const projectId = await needProject(context);
  if (projectId === undefined || !resource.webhook || !resource.reference) return false;
  const { schedule, timezone, limit, backfill } = desired;
  const facts = {
    referenceJobId,
    webhookId: resource.webhook.id,
    schedule,
    timezone,
    ...(limit !== undefined && { limit }),
  };
  const now = ports.clock.now();
  const reference = { ...resource.reference, jobId: referenceJobId };
  await note(scope, { reference, intent: { makes: 'monitor', at: now, monitor: facts } });
  const making = ports.monitors.create({ ...facts, backfill, projectId }, limits);
  const id = await forgetIfGone(
    context,
    making.catch((error) => keepFormer(scope, error)),
  );
  await note(scope, { monitor: { id, ...facts, enabled: true }, intent: undefined, checkedAt: now });
  return true;
}

/** Where no other monitor can be made, the old one stays as it is. */
async function keepFormer(scope: MonitorScope, error: unknown): Promise<never> {
  const { former } = scope.resource;
  if (former && error instanceof RefusedError)
    await note(scope, { monitor: former, former: undefined, intent: undefined });
  throw error;
}

/** With a backfill it would cost twice: whether it is on already, the list tells. */
async function enable(
  scope: MonitorScope,
  { desired, monitor }: { desired: DesiredMonitor; monitor: KnownMonitor },
): Promise<boolean> {
  const { ports, limits } = scope.context;
  const seen = (await listMonitors(scope.context)).find(({ id }) => id === monitor.id);
  if (seen?.enabled === false)
    await ports.monitors.enable(monitor.id, { backfill: desired.backfill }, limits);
  await note(scope, { monitor });
  return true;
}
