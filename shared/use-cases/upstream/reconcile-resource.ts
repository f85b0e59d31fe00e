import type { Incident } from '../../domain/incidents/incident.ts';
import { RefusedError, type UpstreamError } from '../../domain/lib/errors.ts';
import {
  CREATION_CHECK_AFTER,
  type Intent,
  type ProjectResource,
  type UpstreamResource,
} from '../../domain/upstream/upstream-resource.ts';
import { openNamedIncident, resolveIncidents } from '../alerts/put-alerts.ts';
import { ensureProject, findProject, forgetProjectIfGone } from './our-project.ts';
import {
  type Calls,
  makeCalls,
  mayTakeStep,
  type Sent,
  type StepEnd,
  type SweepOutcome,
  type UpstreamSweep,
  writeFailure,
} from './take-step.ts';

/** A record, what should exist for it (undefined: nothing any more), and our project, as they are at a step. */
export interface Scope<R extends UpstreamResource, D> {
  sweep: UpstreamSweep;
  resource: R;
  project: ProjectResource;
  desired: D;
}

/** One step of an object. `send` gets the record as it is after `before` was written. */
export interface Step<R extends UpstreamResource, D> extends Omit<Calls<R>, 'send'> {
  /** As the outcome names it, such as `make-webhook`. */
  name: string;
  /** It needs our project: if there is one, or created if there is none. */
  project?: 'find' | 'create';
  send: (scope: Scope<R, D | undefined>) => Promise<Sent<R>>;
  /** What follows a failure: something that the step needs may be gone. */
  recover?: (error: UpstreamError, scope: Scope<R, D | undefined>) => Promise<Sent<R>> | undefined;
  isLast?: boolean;
}

/** The step of an object, or what it waits for; `rest`: there is nothing to do for it and for those after it. */
export type NextStep<R extends UpstreamResource, D> = Step<R, D> | { waiting: string } | 'rest' | undefined;

/** An object at the service, by the steps that it takes from what is known of it. */
export interface UpstreamObject<R extends UpstreamResource, D> {
  /** The next step towards what is desired: makes or changes it. */
  reach: (scope: Scope<R, D>) => Promise<NextStep<R, D>> | NextStep<R, D>;
  /** The next step towards its removal. */
  remove?: (scope: Scope<R, undefined>) => Promise<NextStep<R, D>> | NextStep<R, D>;
}

/** What a record is about: the objects that belong together, and how they are kept as they should be. */
export interface ResourceKind<R extends UpstreamResource, D> {
  /** In the order in which they are made. They are removed in the opposite order. */
  objects: readonly UpstreamObject<R, D>[];
  /** Looks for what an unanswered call, or an earlier store, may have made of ours, and records it. */
  find: (scope: Scope<R, D | undefined>) => Promise<Sent<R>>;
  /** Compares what exists with the record; undefined while it is not due. */
  check: (scope: Scope<R, D>) => Step<R, D> | undefined;
  /** The incident of a refusal: only a person can end it. */
  incidentOf: (error: RefusedError, scope: Scope<R, D | undefined>, before: R) => Incident | undefined;
  /** The incidents that end when a step is taken after a failure; and those that end with the last object. */
  subjects: (name: string) => { refused: readonly string[]; last: readonly string[] };
}

/** A record that is to be taken to what is desired; `waiting`: what is desired cannot be known yet, and why. */
export interface Wanted<R extends UpstreamResource, D> {
  resource: R;
  desired?: D | undefined;
  waiting?: string | undefined;
}

/** The records that are left, the project after all steps, and what was done. */
export interface Reconciled<R extends UpstreamResource> {
  resources: R[];
  project: ProjectResource;
  outcomes: Partial<SweepOutcome>[];
}

export async function reconcileEach<R extends UpstreamResource, D>(
  sweep: UpstreamSweep,
  kind: ResourceKind<R, D>,
  { wanted, project: first }: { wanted: readonly Wanted<R, D>[]; project: ProjectResource },
): Promise<Reconciled<R>> {
  const all: Reconciled<R> = { resources: [], project: first, outcomes: [] };
  for (const { resource, desired, waiting } of wanted) {
    const { project } = all;
    const scope = { sweep, resource, project, desired };
    const done: Reconciled<R> =
      waiting === undefined
        ? await reconcileResource(kind, scope)
        : { resources: [resource], project, outcomes: [waitingFor(resource, waiting)] };
    all.resources.push(...done.resources);
    all.outcomes.push(...done.outcomes);
    all.project = done.project;
  }
  return all;
}

/** No object takes more steps in one sweep: a longer loop would be a fault of ours. */
const MOST_STEPS = 2_000;

/**
 * Takes one record step by step until nothing is left to do, or a step waits or fails. Each step is worked out from
 * the records and writes what it did: the sweep after a death goes on from there.
 */
async function reconcileResource<R extends UpstreamResource, D>(
  kind: ResourceKind<R, D>,
  first: Scope<R, D | undefined>,
): Promise<Reconciled<R>> {
  const outcomes: Partial<SweepOutcome>[] = [];
  let scope = first;
  for (let steps = 0; steps < MOST_STEPS && mayTakeStep(scope.sweep, scope.resource); steps += 1) {
    const step = await nextStep(kind, scope);
    if (step === undefined || step === 'rest') break;
    if (step === 'forget') {
      outcomes.push(await forget(kind, scope));
      return { resources: [], project: scope.project, outcomes };
    }
    if ('waiting' in step) {
      outcomes.push(waitingFor(scope.resource, step.waiting));
      break;
    }
    const { goesOn, ...taken } = await takeStep(kind, scope, step);
    outcomes.push(...taken.outcomes);
    scope = { ...scope, resource: taken.resource, project: taken.project };
    if (!goesOn) break;
  }
  return { resources: [scope.resource], project: scope.project, outcomes };
}

function waitingFor({ name }: UpstreamResource, why: string): Partial<SweepOutcome> {
  return { waiting: [`${name}: ${why}`] };
}

/** First what may exist unknown, then the first object that is not as desired. `forget`: nothing is left upstream. */
async function nextStep<R extends UpstreamResource, D>(
  kind: ResourceKind<R, D>,
  scope: Scope<R, D | undefined>,
): Promise<NextStep<R, D> | 'forget'> {
  const { sweep, resource, project, desired } = scope;
  const { intent } = resource;
  if (intent && sweep.ports.clock.now() < intent.at + CREATION_CHECK_AFTER)
    return { waiting: `the answer to the creation of its ${intent.makes} was lost; it is looked for soon` };
  if (intent) return { name: 'look', project: 'find', send: kind.find };
  if (desired === undefined) {
    for (const { remove } of kind.objects.toReversed()) {
      const step = await remove?.({ sweep, resource, project, desired: undefined });
      if (step) return step;
    }
    return 'forget';
  }
  for (const { reach } of kind.objects) {
    const step = await reach({ sweep, resource, project, desired });
    if (step) return step;
  }
  return kind.check({ sweep, resource, project, desired });
}

async function forget<R extends UpstreamResource, D>(
  { subjects }: ResourceKind<R, D>,
  { sweep: { ports }, resource }: Scope<R, D | undefined>,
): Promise<Partial<SweepOutcome>> {
  const resolved = await resolveIncidents(ports, subjects(resource.name).last);
  if (resource.revision > 0) await ports.resources.remove(resource);
  return resolved;
}

interface Progress<R extends UpstreamResource> {
  resource: R;
  project: ProjectResource;
  goesOn: boolean;
  outcomes: Partial<SweepOutcome>[];
}

/** Takes a step: the project first, where it is needed; then the step itself; then what follows from how it ended. */
async function takeStep<R extends UpstreamResource, D>(
  kind: ResourceKind<R, D>,
  scope: Scope<R, D | undefined>,
  step: Step<R, D>,
): Promise<Progress<R>> {
  const { sweep } = scope;
  const needed = await projectFor(step, scope);
  const { resource: project } = needed;
  const isReady = needed.end === 'taken' && (step.project !== 'create' || project.id !== undefined);
  const send = (resource: R) => step.send({ ...scope, project, resource });
  const taken: StepEnd<R> = isReady
    ? await makeCalls(sweep, scope.resource, { ...step, send })
    : { end: 'waits', resource: scope.resource, outcome: {} };
  const { resource } = taken;
  const progress = { resource, project, goesOn: false, outcomes: [needed.outcome, taken.outcome] };
  const failed = [needed, taken].find((one) => one.end === 'failed');
  if (failed) return handleFailure(kind, progress, { step, error: failed.error, scope });
  return taken.end === 'taken' ? handleSuccess(kind, progress, { sweep, step }) : progress;
}

async function projectFor<R extends UpstreamResource, D>(
  step: Step<R, D>,
  { sweep, project }: Scope<R, unknown>,
): Promise<StepEnd<ProjectResource>> {
  if (step.project === 'create') return ensureProject(sweep, project);
  return step.project === 'find'
    ? findProject(sweep, project)
    : { end: 'taken', resource: project, outcome: {} };
}

/** A step that is taken after failures ends their incidents. */
async function handleSuccess<R extends UpstreamResource, D>(
  { subjects }: ResourceKind<R, D>,
  progress: Progress<R>,
  { sweep: { ports }, step: { name, isLast = false } }: { sweep: UpstreamSweep; step: Step<R, D> },
): Promise<Progress<R>> {
  const { resource } = progress;
  const outcomes = [...progress.outcomes, { steps: [`${resource.name}: ${name}`] }];
  if (resource.failures === 0) return { ...progress, goesOn: !isLast, outcomes };
  const resolved = await resolveIncidents(ports, subjects(resource.name).refused);
  const healed = { ...resource, failures: 0, error: undefined, retryAt: undefined };
  const written = await ports.resources.write(healed);
  return {
    ...progress,
    resource: written ?? resource,
    goesOn: !isLast && written !== undefined,
    outcomes: [...outcomes, resolved],
  };
}

/** Forgets what is gone, notifies the operators of a refusal, and writes when the step may be tried again. */
async function handleFailure<R extends UpstreamResource, D>(
  kind: ResourceKind<R, D>,
  progress: Progress<R>,
  given: { step: Step<R, D>; error: UpstreamError; scope: Scope<R, D | undefined> },
): Promise<Progress<R>> {
  const { step, scope } = given;
  const { sweep } = scope;
  const before: Intent | undefined = scope.resource.intent;
  const forgotten: StepEnd<ProjectResource> = step.project
    ? await forgetProjectIfGone(sweep, progress.project, given.error)
    : { end: 'taken', resource: progress.project, outcome: {} };
  const records = { ...progress, project: forgotten.resource };
  if (forgotten.end === 'overtaken') return records;
  const cause = forgotten.end === 'failed' ? forgotten.error : given.error;
  const { resource, project } = records;
  const recovered = await makeCalls(sweep, resource, {
    send: async () => (await step.recover?.(cause, { ...scope, resource, project })) ?? {},
  });
  const { resource: after, outcome } = recovered;
  const outcomes = [...progress.outcomes, outcome];
  if (recovered.end === 'overtaken') return { ...records, resource: after, outcomes };
  const error = recovered.end === 'failed' ? recovered.error : cause;
  const incident =
    recovered.end !== 'failed' && error instanceof RefusedError
      ? kind.incidentOf(error, { ...scope, resource: after, project }, resource)
      : undefined;
  if (incident) outcomes.push(await openNamedIncident(sweep.ports, incident));
  return { ...records, resource: await writeFailure(sweep, after, { error, before }), outcomes };
}
