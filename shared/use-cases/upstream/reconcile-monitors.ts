import { incidentOf } from '../../domain/incidents/incident.ts';
import { RefusedError } from '../../domain/lib/errors.ts';
import {
  desiredMonitor,
  type DesiredMonitor,
  type MonitorStep,
  nextMonitorStep,
} from '../../domain/upstream/reconcile-monitor.ts';
import {
  type KnownMonitor,
  type MonitorResource,
  newMonitor,
  type ProjectResource,
  secretHash,
  type WatchlistResource,
} from '../../domain/upstream/upstream-resource.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { countLastRuns } from './count-monitor-runs.ts';
import { checkMonitor, findMonitor, planMonitorRecovery, resolveMonitorOff } from './plan-recovery.ts';
import {
  type Reconciled,
  reconcileEach,
  type Reconciliation,
  type ResourceStep,
} from './reconcile-resource.ts';
import { referenceId, referenceState, removeReferenceJobs, startReference } from './reference-jobs.ts';
import {
  type MonitorScope,
  planChange,
  type Sent,
  type StepPlan,
  type UpstreamSweep,
} from './upstream-sweep.ts';

interface KnownUpstream {
  watches: readonly Watch[];
  monitors: readonly MonitorResource[];
  watchlists: readonly WatchlistResource[];
  project: ProjectResource;
}

/** Moves monitors and webhooks towards what the watches ask, and removes what no watch asks for any more. */
export async function reconcileMonitors(
  sweep: UpstreamSweep,
  { watches, monitors, watchlists, project }: KnownUpstream,
): Promise<Reconciled<MonitorResource>> {
  const wanted = new Map(watches.filter(({ monitor }) => monitor).map((watch) => [watch.id, watch]));
  const existing = new Map(monitors.map((resource) => [resource.name, resource]));
  const ids = [...new Set([...existing.keys(), ...wanted.keys()])];
  const lists = new Map(watchlists.map((list) => [list.name, list]));
  const isWaiting = (id: string): boolean => {
    const { watchlist } = wanted.get(id) ?? {};
    return watchlist !== undefined && lists.get(watchlist)?.dataset === undefined;
  };
  const [waiting, ready] = [ids.filter(isWaiting), ids.filter((id) => !isWaiting(id))];
  const reconciled = await reconcileEach(
    sweep,
    project,
    ready.map((id) => {
      const watch = wanted.get(id);
      const list = lists.get(watch?.watchlist ?? '');
      return reconciliationOf(sweep, { resource: existing.get(id) ?? newMonitor(id), watch, list });
    }),
  );
  const left = new Map(reconciled.resources.map((resource) => [resource.name, resource]));
  // The query of a watch is not complete without the dataset of its watchlist.
  const waits = { waiting: waiting.map((id) => `${id}: its watchlist is being prepared`) };
  return {
    ...reconciled,
    resources: ids.flatMap((id) => (isWaiting(id) ? existing : left).get(id) ?? []),
    outcomes: [...reconciled.outcomes, waits],
  };
}

function reconciliationOf(
  sweep: UpstreamSweep,
  given: { resource: MonitorResource; watch: Watch | undefined; list: WatchlistResource | undefined },
): Reconciliation<MonitorResource> {
  const { resource, watch, list } = given;
  const { stack, receiver } = sweep.settings;
  const desired = watch && desiredMonitor(watch, { stack, receiver, dataset: list?.dataset });
  const isListReady = watch?.watchlist === undefined || list?.ready === true;
  return {
    resource,
    nextStep: async (records) => {
      const reference = await referenceState(sweep, records.resource.reference?.extractionId);
      const now = sweep.ports.clock.now();
      const step = nextMonitorStep(desired, records.resource, { now, reference, isListReady });
      if (step.do === 'rest' || step.do === 'forget') return step.do;
      if (step.do === 'wait') return { waiting: step.why };
      return stepOf({ ...records, sweep, watch, desired, isListReady }, step);
    },
    forget: async (last) => {
      if (last.revision > 0) await sweep.ports.resources.remove(last);
      return {};
    },
  };
}

function stepOf(scope: MonitorScope, step: ActiveMonitorStep): ResourceStep<MonitorResource> {
  const { sweep, resource, watch } = scope;
  return {
    name: step.do,
    project: MONITOR_STEP_PROJECT[step.do],
    plan: (records) => planMonitorStep({ ...scope, ...records }, step),
    recover: (error, records) => planMonitorRecovery({ ...scope, ...records }, step, error),
    incidentOf: (error) => watch && incidentOf(error, { watch, failures: 0, now: sweep.ports.clock.now() }),
    subjects: ['query', 'plan'].map((kind) => `watch:${resource.name}:${kind}`),
  };
}

/** How many secrets are valid at a time: the present one, and those of changes whose answer was lost. */
const MOST_SECRETS = 3;

type ActiveMonitorStep = Exclude<MonitorStep, { do: 'rest' | 'wait' | 'forget' }>;

type MonitorPlan = StepPlan<MonitorResource>;
type MonitorSent = Sent<MonitorResource>;

const MONITOR_STEP_PROJECT: Readonly<Partial<Record<MonitorStep['do'], 'find' | 'create'>>> = {
  look: 'find',
  'make-webhook': 'create',
  ask: 'create',
  'make-monitor': 'create',
};

/** What a step writes and which calls it makes. Undefined: it cannot be taken yet. */
function planMonitorStep(scope: MonitorScope, step: ActiveMonitorStep): MonitorPlan | undefined {
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
 * A refused schedule may be wrong, or the service does not change schedules: creating another monitor with it shows
 * which. The old monitor works until then; what a new first job finds beyond it is news and no baseline.
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
