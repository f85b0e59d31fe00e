import { incidentOf } from '../../domain/incidents/incident.ts';
import { GoneError, RefusedError } from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';
import { isSame } from '../../domain/lib/hash.ts';
import type { DesiredMonitor } from '../../domain/upstream/desired-monitor.ts';
import {
  type KnownMonitor,
  type MonitorResource,
  secretHash,
} from '../../domain/upstream/upstream-resource.ts';
import {
  checkMonitor,
  findMonitor,
  isCheckDue,
  type MonitorScope,
  resolveMonitorOff,
} from './compare-monitor.ts';
import { countLastRuns } from './count-monitor-runs.ts';
import type { NextStep, ResourceKind, Step, UpstreamObject } from './reconcile-resource.ts';
import {
  isTooOld,
  referenceId,
  referenceState,
  removeReferenceJobs,
  startReference,
} from './reference-jobs.ts';
import type { Sent } from './take-step.ts';

type MonitorObject = UpstreamObject<MonitorResource, DesiredMonitor>;
type MonitorStep = Step<MonitorResource, DesiredMonitor>;
type NextMonitorStep = NextStep<MonitorResource, DesiredMonitor>;
type MonitorSent = Sent<MonitorResource>;
type DesiredScope = MonitorScope & { desired: DesiredMonitor };

/** The query of a monitor cannot be changed: the old monitor is removed first, which frees its slot. */
const replacedMonitor: MonitorObject = {
  reach: (scope) => {
    const { question, monitor, former } = scope.resource;
    const { desired } = scope;
    if (question !== desired.question) {
      const step = monitorRemoval(scope.resource) ?? firstJobRemoval(scope);
      if (step) return step;
    } else if (former && (monitor || !desired.enabled)) return formerRemoval(former);
    return monitor || desired.enabled ? undefined : 'rest';
  },
};

const webhook: MonitorObject = {
  reach: (scope) => {
    const { resource, desired } = scope;
    if (!resource.webhook) return webhookCreation(scope);
    const isAsDesired = isSame({ ...desired.webhook, id: resource.webhook.id }, resource.webhook);
    return isAsDesired ? undefined : webhookChange(scope, resource.webhook.id);
  },
  remove: ({ resource }) =>
    resource.webhook && {
      name: 'remove-webhook',
      send: async ({ sweep: { ports, limits }, resource: { webhook: known } }) => {
        if (known) await ports.monitors.removeWebhook(known.id, limits);
        return { change: { webhook: undefined, secrets: [] } };
      },
    },
};

/** The job that the monitor repeats. */
const firstJob: MonitorObject = {
  reach: async (scope) => {
    const { sweep, resource, desired } = scope;
    if (resource.monitor) return undefined;
    const job = await referenceState(sweep, resource.reference?.extractionId);
    if (!resource.reference && !desired.isListReady) return { waiting: 'its watchlist is being prepared' };
    if (!job) return firstJobCreation(scope);
    if (job.state === 'working') return { waiting: 'its first job is running' };
    const now = sweep.ports.clock.now();
    if (job.state === 'failed' && now < job.askAgainAt)
      return { waiting: 'its first job has failed and is submitted again later' };
    if (job.state === 'done' && !isTooOld(desired, job.endedAt, now)) return undefined;
    // The former monitor keeps the job that it repeats.
    const isInUse = job.state === 'done' && resource.former?.referenceJobId === job.jobId;
    if (!isInUse) return FIRST_JOB_REMOVAL;
    return { name: 'renew-reference', send: async () => ({ change: { reference: undefined } }) };
  },
  remove: firstJobRemoval,
};

const monitor: MonitorObject = {
  reach: async (scope) => {
    const { resource, desired } = scope;
    const { monitor: known, webhook: notified } = resource;
    if (!known) return monitorCreation(scope);
    if (notified && known.webhookId !== notified.id)
      return monitorChange('assign-webhook', async ({ sweep: { ports, limits } }) => {
        const assigned = { ...known, webhookId: notified.id };
        await ports.monitors.assign(assigned, limits);
        return { change: { monitor: assigned } };
      });
    const { schedule, timezone, limit, enabled } = desired;
    const wanted = { ...known, ...defined({ schedule, timezone, limit }) };
    if (!isSame(wanted, known)) return monitorChange('change-monitor', (now) => change(now, wanted));
    if (enabled === known.enabled) return undefined;
    const switched = { ...known, enabled };
    return enabled
      ? monitorChange('enable', (now) => enable(now, { switched, backfill: desired.backfill }))
      : monitorChange('disable', (now) => disable(now, switched));
  },
  remove: ({ resource }) => monitorRemoval(resource),
};

/** What is kept at the service for a watch with a monitor. */
export const MONITORS: ResourceKind<MonitorResource, DesiredMonitor> = {
  objects: [replacedMonitor, webhook, firstJob, monitor],
  find: findMonitor,
  check: (scope) => (isCheckDue(scope) ? { name: 'check', send: checkMonitor } : undefined),
  incidentOf: (error, { sweep, desired }) =>
    desired && incidentOf(error, { watch: desired.watch, failures: 0, now: sweep.ports.clock.now() }),
  subjects: (name) => ({ refused: ['query', 'plan'].map((kind) => `watch:${name}:${kind}`), last: [] }),
};

/** How many secrets are valid at a time: the present one, and those of changes whose answer was lost. */
const MOST_SECRETS = 3;

/** The hash of a new secret is written first: a payload may come before the answer. */
function nextSecret({ sweep, resource }: MonitorScope) {
  const secret = sweep.settings.newSecret();
  return { secret, secrets: [secretHash(secret), ...resource.secrets].slice(0, MOST_SECRETS) };
}

function webhookCreation(scope: DesiredScope): MonitorStep {
  const { ports, limits } = scope.sweep;
  const { webhook: facts } = scope.desired;
  const { secret, secrets } = nextSecret(scope);
  return {
    name: 'make-webhook',
    project: 'create',
    before: { secrets, intent: { makes: 'webhook', at: ports.clock.now() } },
    send: async ({ sweep }) => {
      const order = { ...facts, secret, projectId: sweep.project.id ?? '' };
      const id = await ports.monitors.createWebhook(order, limits);
      return { change: { webhook: { id, ...facts }, secrets: secrets.slice(0, 1), intent: undefined } };
    },
  };
}

/** Sets name and address, and a new secret: nobody knows the secret of a webhook that was found by its name. */
function webhookChange(scope: DesiredScope, id: string): MonitorStep {
  const { ports, limits } = scope.sweep;
  const { webhook: facts } = scope.desired;
  const { secret, secrets } = nextSecret(scope);
  return {
    name: 'change-webhook',
    before: { secrets },
    send: async () => {
      await ports.monitors.changeWebhook(id, { ...facts, secret }, limits);
      return { change: { webhook: { id, ...facts }, secrets: secrets.slice(0, 1) } };
    },
    recover: ifGone(async () => ({ change: { webhook: undefined } })),
  };
}

/** The id of the first job is written first, so that a repeat starts the same job. */
function firstJobCreation({ sweep, resource, desired }: DesiredScope): MonitorStep {
  const { watch, question } = desired;
  const rounds = resource.rounds + 1;
  const isNew = resource.question === undefined;
  const silent = resource.question === question ? resource.silent : !(isNew && watch.firstRun === 'tell');
  const reference = { extractionId: referenceId(desired, rounds) };
  return {
    name: 'ask',
    project: 'create',
    before: resource.reference ? undefined : { question, silent, reference, rounds },
    send: async ({ resource: begun }) => {
      const isStarted = await startReference(sweep, {
        id: begun.reference?.extractionId ?? '',
        desired,
        projectId: sweep.project.id ?? '',
        silent: begun.silent,
      });
      return { waits: !isStarted };
    },
  };
}

const FIRST_JOB_REMOVAL: MonitorStep = {
  name: 'remove-reference',
  send: async ({ sweep, resource }) => {
    await removeReferenceJobs(sweep, resource.reference);
    return { change: { reference: undefined } };
  },
};

/** A job that is being submitted has no id yet: it must end before it can be removed. */
async function firstJobRemoval({ sweep, resource: { reference } }: MonitorScope): Promise<NextMonitorStep> {
  if (!reference) return undefined;
  const job = await referenceState(sweep, reference.extractionId);
  return job?.state === 'working'
    ? { waiting: 'a job that is no longer wanted has not ended' }
    : FIRST_JOB_REMOVAL;
}

/** Where no other monitor can be created, the old one stays as it is. */
async function monitorCreation({ sweep, resource, desired }: DesiredScope): Promise<NextMonitorStep> {
  const { ports, limits } = sweep;
  const { webhook: notified, reference, former } = resource;
  const job = await referenceState(sweep, reference?.extractionId);
  if (!notified || job?.state !== 'done' || !reference) return undefined;
  const { schedule, timezone, limit, backfill } = desired;
  const { jobId: referenceJobId } = job;
  const facts = { referenceJobId, webhookId: notified.id, schedule, timezone, ...defined({ limit }) };
  const now = ports.clock.now();
  return {
    name: 'make-monitor',
    project: 'create',
    before: {
      reference: { ...reference, jobId: referenceJobId },
      intent: { makes: 'monitor', at: now, monitor: facts },
    },
    send: async () => {
      const order = { ...facts, backfill, projectId: sweep.project.id ?? '' };
      const id = await ports.monitors.create(order, limits);
      return { change: { monitor: { id, ...facts, enabled: true }, intent: undefined, checkedAt: now } };
    },
    ifRefused: former && { monitor: former, former: undefined, intent: undefined },
    // It is made of a webhook and of a first job, in a project; a project that is gone was forgotten before this.
    recover: ifGone(async () => {
      if (sweep.project.id === undefined) return {};
      const exists = await ports.monitors.hasWebhook(notified.id, limits);
      return { change: exists ? { reference: undefined } : { webhook: undefined } };
    }),
  };
}

/** A change of a monitor: where it does not exist any more, it is compared, and what is gone is made again. */
function monitorChange(name: string, send: MonitorStep['send']): MonitorStep {
  return { name, send, recover: ifGone(checkMonitor) };
}

function ifGone(send: MonitorStep['send']): MonitorStep['recover'] {
  return (error, scope) => (error instanceof GoneError ? send(scope) : undefined);
}

/**
 * A refused schedule may be wrong, or the service does not change schedules: creating another monitor with it shows
 * which. The old monitor works until then; what a new first job finds beyond it is news and no baseline.
 */
async function change(
  { sweep: { ports, limits }, resource: { monitor: known } }: MonitorScope,
  wanted: KnownMonitor,
): Promise<MonitorSent> {
  const { schedule, timezone, limit } = wanted;
  const isOtherTime = schedule !== known?.schedule || timezone !== known.timezone;
  const changes = {
    ...(isOtherTime && { schedule, timezone }),
    ...(limit !== known?.limit && { limit }),
  };
  try {
    await ports.monitors.change(wanted.id, changes, limits);
  } catch (error) {
    const isFixed = isOtherTime && error instanceof RefusedError && error.refusal === 'request';
    if (!isFixed || !known) throw error;
    return { change: { former: known, monitor: undefined, silent: false } };
  }
  return { change: { monitor: wanted } };
}

async function disable(scope: MonitorScope, switched: KnownMonitor): Promise<MonitorSent> {
  const { ports, limits } = scope.sweep;
  await ports.monitors.disable(switched.id, limits);
  return resolveMonitorOff(scope, { monitor: switched });
}

/** Switching on twice with a backfill would cost twice: the list shows whether the monitor is on already. */
async function enable(
  { sweep }: MonitorScope,
  { switched, backfill }: { switched: KnownMonitor; backfill: boolean },
): Promise<MonitorSent> {
  const { ports, limits } = sweep;
  const seen = (await sweep.listMonitors()).find(({ id }) => id === switched.id);
  if (seen?.enabled === false) await ports.monitors.enable(switched.id, { backfill }, limits);
  return { change: { monitor: switched } };
}

function monitorRemoval({ monitor: known, former }: MonitorResource): MonitorStep | undefined {
  if (!known) return former && formerRemoval(former);
  const forget = (scope: MonitorScope) => resolveMonitorOff(scope, { monitor: undefined });
  return { name: 'remove-monitor', send: (scope) => removeMonitor(scope, known, forget) };
}

function formerRemoval(former: KnownMonitor): MonitorStep {
  const forget = async () => ({ change: { former: undefined } });
  return { name: 'remove-former', send: (scope) => removeMonitor(scope, former, forget) };
}

/** With the job that it repeats, unless other monitors are made of that. What its runs have cost is counted first. */
async function removeMonitor(
  scope: MonitorScope,
  known: KnownMonitor,
  forget: (scope: MonitorScope) => Promise<MonitorSent>,
): Promise<MonitorSent> {
  const { sweep, resource } = scope;
  const { ports, limits } = sweep;
  if (!(await countLastRuns(sweep, { watchId: resource.name, monitor: known }))) return { waits: true };
  await ports.monitors.remove(known.id, limits);
  const { referenceJobId } = known;
  const isKept = referenceJobId === '' || referenceJobId === resource.reference?.jobId;
  if (!isKept) await ports.monitors.removeJob(referenceJobId, limits);
  return forget(scope);
}
