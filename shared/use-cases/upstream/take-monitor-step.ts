import { secretDigest } from '../../domain/upstream/webhook-secret.ts';
import { RefusedError } from '../../domain/lib/errors.ts';
import type { HeldMonitor } from '../../domain/upstream/upstream-resource.ts';
import type { DesiredMonitor, MonitorStep } from '../../domain/upstream/reconcile-monitor.ts';
import { bookLastRuns } from './count-monitor-runs.ts';
import { checkMonitor, listMonitors, lookForMonitor, noteSwitchedOn } from './compare-monitor.ts';
import { forgetIfGone, needProject } from './reconcile-project.ts';
import type { MonitorKeeper } from './monitor-step.ts';
import { referenceId, removeReferenceJobs, startReference } from './reference-jobs.ts';
import { note } from './upstream-context.ts';

/** So many secrets are good at a time: the present one, and those of changes whose answer was lost. */
const MOST_SECRETS = 3;

/** The steps that do something. */
type Deed = Exclude<MonitorStep, { do: 'rest' | 'wait' | 'forget' }>;

/** Takes one step and notes it. False: it has to wait for something else. */
export async function takeMonitorStep(keeper: MonitorKeeper, step: Deed): Promise<boolean> {
  const { ports, limits } = keeper.upkeep;
  switch (step.do) {
    case 'look':
      return lookForMonitor(keeper);
    case 'check':
      return checkMonitor(keeper);
    case 'remove-monitor':
      if (!(await removeMonitor(keeper, step.monitor))) return false;
      await noteSwitchedOn(keeper);
      await note(keeper, { monitor: undefined });
      return true;
    case 'remove-webhook':
      await ports.monitors.removeWebhook(step.id, limits);
      await note(keeper, { webhook: undefined, secrets: [] });
      return true;
    case 'remove-former':
      if (!(await removeMonitor(keeper, step.former))) return false;
      await note(keeper, { former: undefined });
      return true;
    case 'remove-reference':
      return removeReference(keeper);
    case 'renew-reference':
      await note(keeper, { reference: undefined });
      return true;
    case 'assign-webhook': {
      const monitor = { ...step.monitor, webhookId: step.webhookId };
      await ports.monitors.assign(monitor, limits);
      await note(keeper, { monitor });
      return true;
    }
    case 'change-monitor':
      return changeMonitor(keeper, step.monitor);
    case 'disable':
      await ports.monitors.disable(step.monitor.id, limits);
      await noteSwitchedOn(keeper);
      await note(keeper, { monitor: step.monitor });
      return true;
    case 'make-webhook':
    case 'change-webhook':
    case 'ask':
    case 'make-monitor':
    case 'enable':
      return takeWantedStep(keeper, step);
  }
}

/** Steps that only a watch takes that is there. */
async function takeWantedStep(
  keeper: MonitorKeeper,
  step: Extract<Deed, { do: 'make-webhook' | 'change-webhook' | 'ask' | 'make-monitor' | 'enable' }>,
): Promise<boolean> {
  const { desired } = keeper;
  if (!desired) return false;
  switch (step.do) {
    case 'make-webhook':
      return makeWebhook(keeper, desired);
    case 'change-webhook':
      return changeWebhook(keeper, desired);
    case 'ask':
      return ask(keeper, desired);
    case 'make-monitor':
      return makeMonitor(keeper, { desired, referenceJobId: step.referenceJobId });
    case 'enable':
      return enable(keeper, { desired, monitor: step.monitor });
  }
}

/** The intent is written first, with the digest of the secret that goes out: a delivery may come before the answer. */
async function makeWebhook(keeper: MonitorKeeper, { webhook }: DesiredMonitor): Promise<boolean> {
  const { upkeep } = keeper;
  const { ports, limits } = upkeep;
  const projectId = await needProject(upkeep);
  if (projectId === undefined) return false;
  const { secret, secrets } = nextSecret(keeper);
  await note(keeper, { secrets, intent: { makes: 'webhook', at: ports.clock.now() } });
  const making = ports.monitors.createWebhook({ ...webhook, secret, projectId }, limits);
  const id = await forgetIfGone(upkeep, making);
  await note(keeper, { webhook: { id, ...webhook }, secrets: secrets.slice(0, 1), intent: undefined });
  return true;
}

/** Name and address anew, and with them another secret: what was found by its name has one that nobody knows. */
async function changeWebhook(keeper: MonitorKeeper, { webhook }: DesiredMonitor): Promise<boolean> {
  const { ports, limits } = keeper.upkeep;
  const { id = '' } = keeper.holding.webhook ?? {};
  const { secret, secrets } = nextSecret(keeper);
  await note(keeper, { secrets });
  await ports.monitors.changeWebhook(id, { ...webhook, secret }, limits);
  await note(keeper, { webhook: { id, ...webhook }, secrets: secrets.slice(0, 1) });
  return true;
}

function nextSecret({ upkeep, holding }: MonitorKeeper): { secret: string; secrets: string[] } {
  const secret = upkeep.settings.newSecret();
  return { secret, secrets: [secretDigest(secret), ...holding.secrets].slice(0, MOST_SECRETS) };
}

/** The handle is written first, so that the same job is started however often this is tried. */
async function ask(keeper: MonitorKeeper, desired: DesiredMonitor): Promise<boolean> {
  const { upkeep, holding, watch } = keeper;
  const projectId = await needProject(upkeep);
  if (projectId === undefined || !watch) return false;
  if (!holding.reference) {
    const rounds = holding.rounds + 1;
    const isNew = holding.question === undefined;
    const silent =
      holding.question === desired.question ? holding.silent : !(isNew && watch.firstRun === 'tell');
    const reference = { extractionId: referenceId(desired, rounds) };
    await note(keeper, { question: desired.question, silent, reference, rounds });
  }
  const { reference, silent } = keeper.holding;
  return startReference(upkeep, { id: reference?.extractionId ?? '', watch, desired, projectId, silent });
}

/** With the job that it repeats, unless that is the one that others are made of. What its runs have cost is noted first. */
async function removeMonitor({ upkeep, holding }: MonitorKeeper, monitor: HeldMonitor): Promise<boolean> {
  const { ports, limits } = upkeep;
  if (!(await bookLastRuns(upkeep, { watchId: holding.name, monitor }))) return false;
  await ports.monitors.remove(monitor.id, limits);
  const { referenceJobId } = monitor;
  const isKept = referenceJobId === '' || referenceJobId === holding.reference?.jobId;
  if (!isKept) await ports.monitors.removeJob(referenceJobId, limits);
  return true;
}

/**
 * Some services do not change the schedule of a monitor, and refuse it as they refuse one that they do not understand:
 * whether another monitor can be made with it tells which it is. The old one works on until then; what a new first job
 * finds beyond it is news and no base.
 */
async function changeMonitor(keeper: MonitorKeeper, asked: HeldMonitor): Promise<boolean> {
  const { ports, limits } = keeper.upkeep;
  const { monitor } = keeper.holding;
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
    await note(keeper, { former: monitor, monitor: undefined, silent: false });
    return true;
  }
  await note(keeper, { monitor: asked });
  return true;
}

async function removeReference(keeper: MonitorKeeper): Promise<boolean> {
  const { upkeep, holding } = keeper;
  if (holding.reference) await removeReferenceJobs(upkeep, holding.reference);
  await note(keeper, { reference: undefined });
  return true;
}

async function makeMonitor(
  keeper: MonitorKeeper,
  { desired, referenceJobId }: { desired: DesiredMonitor; referenceJobId: string },
): Promise<boolean> {
  const { upkeep, holding } = keeper;
  const { ports, limits } = upkeep;
  const projectId = await needProject(upkeep);
  if (projectId === undefined || !holding.webhook || !holding.reference) return false;
  const { schedule, timezone, limit, backfill } = desired;
  const facts = {
    referenceJobId,
    webhookId: holding.webhook.id,
    schedule,
    timezone,
    ...(limit !== undefined && { limit }),
  };
  const now = ports.clock.now();
  const reference = { ...holding.reference, jobId: referenceJobId };
  await note(keeper, { reference, intent: { makes: 'monitor', at: now, monitor: facts } });
  const making = ports.monitors.create({ ...facts, backfill, projectId }, limits);
  const id = await forgetIfGone(
    upkeep,
    making.catch((error) => keepFormer(keeper, error)),
  );
  await note(keeper, { monitor: { id, ...facts, enabled: true }, intent: undefined, checkedAt: now });
  return true;
}

/** Where no other monitor can be made, the old one stays as it is. */
async function keepFormer(keeper: MonitorKeeper, error: unknown): Promise<never> {
  const { former } = keeper.holding;
  if (former && error instanceof RefusedError)
    await note(keeper, { monitor: former, former: undefined, intent: undefined });
  throw error;
}

/** With a backfill it would cost twice: whether it is on already, the list tells. */
async function enable(
  keeper: MonitorKeeper,
  { desired, monitor }: { desired: DesiredMonitor; monitor: HeldMonitor },
): Promise<boolean> {
  const { ports, limits } = keeper.upkeep;
  const seen = (await listMonitors(keeper.upkeep)).find(({ id }) => id === monitor.id);
  if (seen?.enabled === false)
    await ports.monitors.enable(monitor.id, { backfill: desired.backfill }, limits);
  await note(keeper, { monitor });
  return true;
}
