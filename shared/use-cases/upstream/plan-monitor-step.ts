import { RefusedError } from '../../domain/lib/errors.ts';
import type { DesiredMonitor, MonitorStep } from '../../domain/upstream/reconcile-monitor.ts';
import type { KnownMonitor, MonitorResource } from '../../domain/upstream/upstream-resource.ts';
import { secretHash } from '../../domain/upstream/webhook-secret.ts';
import { checkMonitor, findMonitor, resolveMonitorOff } from './compare-monitor.ts';
import { countLastRuns } from './count-monitor-runs.ts';
import { referenceId, removeReferenceJobs, startReference } from './reference-jobs.ts';
import { planChange, type Sent, type StepPlan } from './take-planned-step.ts';
import type { MonitorScope } from './upstream-sweep.ts';

/** How many secrets are valid at a time: the present one, and those of changes whose answer was lost. */
const MOST_SECRETS = 3;

export type ActiveMonitorStep = Exclude<MonitorStep, { do: 'rest' | 'wait' | 'forget' }>;

type MonitorPlan = StepPlan<MonitorResource>;
type MonitorSent = Sent<MonitorResource>;

export const MONITOR_STEP_PROJECT: Readonly<Partial<Record<MonitorStep['do'], 'find' | 'create'>>> = {
  look: 'find',
  'make-webhook': 'create',
  ask: 'create',
  'make-monitor': 'create',
};

/** What a step writes and which calls it makes. Undefined: it cannot be taken yet. */
export function planMonitorStep(scope: MonitorScope, step: ActiveMonitorStep): MonitorPlan | undefined {
  const { ports, limits } = scope.sweep;
  const { monitors } = ports;
  const { desired } = scope;
  switch (step.do) {
    case 'look':
      return { send: () => findMonitor(scope) };
    case 'check':
      return { send: () => checkMonitor(scope) };
    case 'remove-monitor':
      return { send: () => removePresentMonitor(scope, step.monitor) };
    case 'remove-former':
      return { send: () => removeFormerMonitor(scope, step.former) };
    case 'remove-webhook':
      return planChange({ webhook: undefined, secrets: [] }, () => monitors.removeWebhook(step.id, limits));
    case 'remove-reference':
      return planChange({ reference: undefined }, () =>
        removeReferenceJobs(scope.sweep, scope.resource.reference),
      );
    case 'renew-reference':
      return planChange({ reference: undefined });
    case 'assign-webhook': {
      const monitor = { ...step.monitor, webhookId: step.webhookId };
      return planChange({ monitor }, () => monitors.assign(monitor, limits));
    }
    case 'change-monitor':
      return { send: () => changeMonitor(scope, step.monitor) };
    case 'disable':
      return { send: () => disable(scope, step.monitor) };
    case 'make-webhook':
      return desired && createWebhook(scope, desired);
    case 'change-webhook':
      return desired && changeWebhook(scope, desired);
    case 'ask':
      return desired && requestReference(scope, desired);
    case 'make-monitor':
      return desired && createMonitor(scope, { desired, referenceJobId: step.referenceJobId });
    case 'enable':
      return desired && { send: () => enable(scope, { desired, monitor: step.monitor }) };
  }
}

/** The hash of the new secret is written first: a payload may come before the answer. */
function createWebhook({ sweep, resource, project }: MonitorScope, { webhook }: DesiredMonitor): MonitorPlan {
  const { ports, limits } = sweep;
  const { secret, secrets } = nextSecret({ sweep, resource });
  return {
    before: { secrets, intent: { makes: 'webhook', at: ports.clock.now() } },
    send: async () => {
      const order = { ...webhook, secret, projectId: project.id ?? '' };
      const id = await ports.monitors.createWebhook(order, limits);
      return {
        change: { webhook: { id, ...webhook }, secrets: secrets.slice(0, 1), intent: undefined },
      };
    },
  };
}

/** Sets name and address, and a new secret: nobody knows the secret of a webhook that was found by its name. */
function changeWebhook({ sweep, resource }: MonitorScope, { webhook }: DesiredMonitor): MonitorPlan {
  const { ports, limits } = sweep;
  const { id = '' } = resource.webhook ?? {};
  const { secret, secrets } = nextSecret({ sweep, resource });
  return {
    before: { secrets },
    send: async () => {
      await ports.monitors.changeWebhook(id, { ...webhook, secret }, limits);
      return { change: { webhook: { id, ...webhook }, secrets: secrets.slice(0, 1) } };
    },
  };
}

function nextSecret({ sweep, resource }: Pick<MonitorScope, 'sweep' | 'resource'>) {
  const secret = sweep.settings.newSecret();
  return { secret, secrets: [secretHash(secret), ...resource.secrets].slice(0, MOST_SECRETS) };
}

/** The id of the reference job is written first, so that a repeat starts the same job. */
function requestReference(
  { sweep, resource, watch, project }: MonitorScope,
  desired: DesiredMonitor,
): MonitorPlan | undefined {
  if (!watch) return undefined;
  const rounds = resource.rounds + 1;
  const isNew = resource.question === undefined;
  const silent =
    resource.question === desired.question ? resource.silent : !(isNew && watch.firstRun === 'tell');
  const reference = { extractionId: referenceId(desired, rounds) };
  return {
    ...(!resource.reference && { before: { question: desired.question, silent, reference, rounds } }),
    send: async (begun) => {
      const isStarted = await startReference(sweep, {
        id: begun.reference?.extractionId ?? '',
        watch,
        desired,
        projectId: project.id ?? '',
        silent: begun.silent,
      });
      return { waits: !isStarted };
    },
  };
}

/** Where no other monitor can be created, the old one stays as it is. */
function createMonitor(
  { sweep, resource, project }: MonitorScope,
  { desired, referenceJobId }: { desired: DesiredMonitor; referenceJobId: string },
): MonitorPlan | undefined {
  const { ports, limits } = sweep;
  const { webhook, reference, former } = resource;
  if (!webhook || !reference) return undefined;
  const { schedule, timezone, limit, backfill } = desired;
  const facts = {
    referenceJobId,
    webhookId: webhook.id,
    schedule,
    timezone,
    ...(limit !== undefined && { limit }),
  };
  const now = ports.clock.now();
  return {
    before: {
      reference: { ...reference, jobId: referenceJobId },
      intent: { makes: 'monitor', at: now, monitor: facts },
    },
    send: async () => {
      const order = { ...facts, backfill, projectId: project.id ?? '' };
      const id = await ports.monitors.create(order, limits);
      return { change: { monitor: { id, ...facts, enabled: true }, intent: undefined, checkedAt: now } };
    },
    ...(former && { ifRefused: { monitor: former, former: undefined, intent: undefined } }),
  };
}

async function removePresentMonitor(scope: MonitorScope, monitor: KnownMonitor): Promise<MonitorSent> {
  if (!(await removeMonitor(scope, monitor))) return { waits: true };
  const resolved = await resolveMonitorOff(scope);
  return { ...resolved, change: { ...resolved.change, monitor: undefined } };
}

async function removeFormerMonitor(scope: MonitorScope, former: KnownMonitor): Promise<MonitorSent> {
  return (await removeMonitor(scope, former)) ? { change: { former: undefined } } : { waits: true };
}

/** With the job that it repeats, unless other monitors are made of that. What its runs have cost is counted first. */
async function removeMonitor({ sweep, resource }: MonitorScope, monitor: KnownMonitor): Promise<boolean> {
  const { ports, limits } = sweep;
  if (!(await countLastRuns(sweep, { watchId: resource.name, monitor }))) return false;
  await ports.monitors.remove(monitor.id, limits);
  const { referenceJobId } = monitor;
  const isKept = referenceJobId === '' || referenceJobId === resource.reference?.jobId;
  if (!isKept) await ports.monitors.removeJob(referenceJobId, limits);
  return true;
}

/**
 * A refused schedule may be wrong, or the service does not change schedules: creating another monitor with it shows which.
 * The old monitor works until then; what a new first job finds beyond it is news and no baseline.
 */
async function changeMonitor(
  { sweep, resource: { monitor } }: MonitorScope,
  asked: KnownMonitor,
): Promise<MonitorSent> {
  const { ports, limits } = sweep;
  const { schedule, timezone, limit } = asked;
  const isOtherTime = schedule !== monitor?.schedule || timezone !== monitor.timezone;
  const changes = {
    ...(isOtherTime && { schedule, timezone }),
    ...(limit !== monitor?.limit && { limit }),
  };
  try {
    await ports.monitors.change(asked.id, changes, limits);
  } catch (error) {
    const isFixed = isOtherTime && error instanceof RefusedError && error.refusal === 'request';
    if (!isFixed || !monitor) throw error;
    return { change: { former: monitor, monitor: undefined, silent: false } };
  }
  return { change: { monitor: asked } };
}

async function disable(scope: MonitorScope, monitor: KnownMonitor): Promise<MonitorSent> {
  const { ports, limits } = scope.sweep;
  await ports.monitors.disable(monitor.id, limits);
  const resolved = await resolveMonitorOff(scope);
  return { ...resolved, change: { ...resolved.change, monitor } };
}

/** Switching on twice with a backfill would cost twice: the list shows whether the monitor is on already. */
async function enable(
  { sweep }: MonitorScope,
  { desired, monitor }: { desired: DesiredMonitor; monitor: KnownMonitor },
): Promise<MonitorSent> {
  const { ports, limits } = sweep;
  const seen = (await sweep.listMonitors()).find(({ id }) => id === monitor.id);
  if (seen?.enabled === false)
    await ports.monitors.enable(monitor.id, { backfill: desired.backfill }, limits);
  return { change: { monitor } };
}
