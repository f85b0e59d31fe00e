import type { Incident } from '../../domain/incidents/incident.ts';
import { GoneError, RefusedError, ThrottledError, UpstreamError } from '../../domain/lib/errors.ts';
import { HOUR, type Instant, MINUTE } from '../../domain/time/instant.ts';
import {
  CREATION_CHECK_AFTER,
  type Intent,
  type ProjectResource,
  stepWait,
  type UpstreamResource,
} from '../../domain/upstream/upstream-resource.ts';
import { openNamedIncident, resolveIncidents } from '../alerts/put-alerts.ts';
import {
  type Records,
  type StepEnd,
  type StepPlan,
  type SweepOutcome,
  takePlannedStep,
  type UpstreamSweep,
} from './upstream-sweep.ts';
import type { ProjectNames } from '../ports/services.ts';

/** One step of an object, and what belongs to it. */
export interface ResourceStep<R extends UpstreamResource> {
  /** As the outcome names it, such as `make-webhook`. */
  name: string;
  /** It needs our project: if there is one, or created if there is none. */
  project?: 'find' | 'create' | undefined;
  plan: (records: Records<R>) => StepPlan<R> | undefined;
  /** What is done after a failure: something that the step needs may be gone. */
  recover: (error: UpstreamError, records: Records<R>) => StepPlan<R> | undefined;
  /** The incident of a refusal: only a person can end it. */
  incidentOf: (error: RefusedError, records: { before: R; after: R }) => Incident | undefined;
  /** The incidents that end when a step is taken after a failure. */
  subjects: readonly string[];
  isLast?: boolean;
}

export interface Reconciliation<R extends UpstreamResource> {
  resource: R;
  nextStep: (records: Records<R>) => Promise<ResourceStep<R> | { waiting: string } | 'rest' | 'forget'>;
  /** Removes the record: nothing is left upstream. */
  forget: (resource: R) => Promise<Partial<SweepOutcome>>;
}

interface Progress<R extends UpstreamResource> extends Records<R> {
  goesOn: boolean;
  outcomes: Partial<SweepOutcome>[];
}

/** The records that are left, the project after all steps, and what was done. */
export interface Reconciled<R extends UpstreamResource> {
  resources: R[];
  project: ProjectResource;
  outcomes: Partial<SweepOutcome>[];
}

/** No object takes more steps in one sweep: a longer loop would be a fault of ours. */
const MOST_STEPS = 2_000;

export async function reconcileEach<R extends UpstreamResource>(
  sweep: UpstreamSweep,
  first: ProjectResource,
  objects: readonly Reconciliation<R>[],
): Promise<Reconciled<R>> {
  let all: Reconciled<R> = { resources: [], project: first, outcomes: [] };
  for (const object of objects) {
    const { resources, project, outcomes } = await reconcileResource(sweep, all.project, object);
    all = {
      resources: [...all.resources, ...resources],
      project,
      outcomes: [...all.outcomes, ...outcomes],
    };
  }
  return all;
}

/**
 * Takes one object step by step until nothing is left to do, or a step waits or fails. Each step is worked out from
 * the records and writes what it did: the sweep after a death goes on from there.
 */
async function reconcileResource<R extends UpstreamResource>(
  sweep: UpstreamSweep,
  given: ProjectResource,
  { resource: first, nextStep, forget }: Reconciliation<R>,
): Promise<Reconciled<R>> {
  let progress: Progress<R> = { resource: first, project: given, goesOn: true, outcomes: [] };
  for (let steps = 0; steps < MOST_STEPS && progress.goesOn; steps += 1) {
    const { resource, project, outcomes } = progress;
    if (!mayTakeStep(sweep, resource)) break;
    const step = await nextStep({ resource, project });
    if (step === 'rest') break;
    if (step === 'forget') return { resources: [], project, outcomes: [...outcomes, await forget(resource)] };
    const taken =
      'waiting' in step
        ? { ...progress, goesOn: false, outcomes: [{ waiting: [`${resource.name}: ${step.waiting}`] }] }
        : await takeStep(sweep, progress, step);
    progress = { ...taken, outcomes: [...outcomes, ...taken.outcomes] };
  }
  const { resource, project, outcomes } = progress;
  return { resources: [resource], project, outcomes };
}

/** Whether the time is not up, and the object does not wait after a failed step. */
export function mayTakeStep(
  { ports, limits }: UpstreamSweep,
  { retryAt = 0 }: Pick<UpstreamResource, 'retryAt'>,
): boolean {
  const now = ports.clock.now();
  return now < limits.deadline && now >= retryAt;
}

/** Takes a step: the project first, where it is needed; then the step itself; then what follows from how it ended. */
async function takeStep<R extends UpstreamResource>(
  sweep: UpstreamSweep,
  { resource, project: before }: Records<R>,
  step: ResourceStep<R>,
): Promise<Progress<R>> {
  const needed = await projectFor(step, { sweep, project: before });
  const { resource: project } = needed;
  const isReady = needed.end === 'taken' && (step.project !== 'create' || project.id !== undefined);
  const plan = isReady ? step.plan({ resource, project }) : undefined;
  const waits: StepEnd<R> = { end: 'waits', resource, outcome: {} };
  const taken = plan ? await takePlannedStep(sweep, resource, plan) : waits;
  const outcomes = [needed.outcome, taken.outcome];
  const progress = { resource: taken.resource, project, goesOn: false, outcomes };
  const failed = [needed, taken].find((one) => one.end === 'failed');
  if (failed) return handleFailure(sweep, progress, { step, error: failed.error, before: resource.intent });
  return taken.end === 'taken' ? handleSuccess(sweep, progress, step) : progress;
}

async function projectFor<R extends UpstreamResource>(
  step: ResourceStep<R>,
  { sweep, project }: { sweep: UpstreamSweep; project: ProjectResource },
): Promise<StepEnd<ProjectResource>> {
  if (step.project === 'create') return ensureProject(sweep, project);
  return step.project === 'find'
    ? findProject(sweep, project)
    : { end: 'taken', resource: project, outcome: {} };
}

/** A step that is taken after failures ends their incidents. */
async function handleSuccess<R extends UpstreamResource>(
  { ports }: UpstreamSweep,
  progress: Progress<R>,
  { name, subjects, isLast = false }: ResourceStep<R>,
): Promise<Progress<R>> {
  const { resource } = progress;
  const outcomes = [...progress.outcomes, { steps: [`${resource.name}: ${name}`] }];
  if (resource.failures === 0) return { ...progress, goesOn: !isLast, outcomes };
  const resolved = await resolveIncidents(ports, subjects);
  const written = await ports.resources.write({ ...resource, ...NO_FAILURE });
  return {
    ...progress,
    resource: written ?? resource,
    goesOn: !isLast && written !== undefined,
    outcomes: [...outcomes, resolved],
  };
}

/** Forgets what is gone, notifies the operators of a refusal, and writes when the step may be tried again. */
async function handleFailure<R extends UpstreamResource>(
  sweep: UpstreamSweep,
  progress: Progress<R>,
  given: { step: ResourceStep<R>; error: UpstreamError; before: Intent | undefined },
): Promise<Progress<R>> {
  const { step, before } = given;
  const forgotten = await forgetProjectIfGone(sweep, progress.project, step.project && given.error);
  const records = { ...progress, project: forgotten.resource };
  if (forgotten.end === 'overtaken') return records;
  const cause = forgotten.end === 'failed' ? forgotten.error : given.error;
  const plan = step.recover(cause, records);
  const recovered: StepEnd<R> = plan
    ? await takePlannedStep(sweep, progress.resource, plan)
    : { end: 'taken', resource: progress.resource, outcome: {} };
  const { resource: after, outcome } = recovered;
  const outcomes = [...progress.outcomes, outcome];
  if (recovered.end === 'overtaken') return { ...records, resource: after, outcomes };
  const error = recovered.end === 'failed' ? recovered.error : cause;
  const incident =
    recovered.end === 'taken' && error instanceof RefusedError
      ? step.incidentOf(error, { before: progress.resource, after })
      : undefined;
  if (incident) outcomes.push(await openNamedIncident(sweep.ports, incident));
  return { ...records, resource: await writeFailure(sweep, after, { error, before }), outcomes };
}

export async function writeFailure<R extends UpstreamResource>(
  { ports }: UpstreamSweep,
  resource: R,
  { error, before }: { error: UpstreamError; before: Intent | undefined },
): Promise<R> {
  const failure = failureOf(resource, { error, before, now: ports.clock.now() });
  return (await ports.resources.write({ ...resource, ...failure })) ?? resource;
}

type ProjectEnd = StepEnd<ProjectResource>;

/** Name and description of our project. A project that a person made has another description, whatever its name. */
function namesOf({ settings: { stack } }: UpstreamSweep): ProjectNames {
  return {
    name: stack,
    description: `Made by Bellwether (${stack}): it changes and deletes what it has made in here, and nothing else.`,
  };
}

/**
 * Our project, found or created. It has no id while the answer to its creation is lost and it is too early to look.
 */
async function ensureProject(sweep: UpstreamSweep, project: ProjectResource): Promise<ProjectEnd> {
  const found = await findProject(sweep, project);
  if (found.end !== 'taken' || found.resource.id !== undefined || found.resource.intent) return found;
  const { ports, limits } = sweep;
  return takePlannedStep(sweep, found.resource, {
    before: { ...NO_FAILURE, intent: { makes: 'project', at: ports.clock.now() } },
    send: async () => {
      const id = await ports.projects.create(namesOf(sweep), limits);
      return { change: { ...NO_FAILURE, id, intent: undefined }, outcome: { steps: ['project: make'] } };
    },
  });
}

/** Looks for our project where it may exist although its id is not known. */
async function findProject(sweep: UpstreamSweep, project: ProjectResource): Promise<ProjectEnd> {
  const { ports, limits } = sweep;
  const { id, intent } = project;
  if (id !== undefined || !intent || ports.clock.now() < intent.at + CREATION_CHECK_AFTER)
    return { end: 'taken', resource: project, outcome: {} };
  return takePlannedStep(sweep, project, {
    send: async () => {
      const found = await ports.projects.find(namesOf(sweep), limits);
      return { change: { ...NO_FAILURE, id: found, intent: undefined } };
    },
  });
}

/** After a call in our project was answered with "gone": forgets the id of a project that does not exist any more. */
async function forgetProjectIfGone(
  sweep: UpstreamSweep,
  project: ProjectResource,
  error: UpstreamError | undefined,
): Promise<ProjectEnd> {
  const { ports, limits } = sweep;
  if (!(error instanceof GoneError) || project.id === undefined)
    return { end: 'taken', resource: project, outcome: {} };
  return takePlannedStep(sweep, project, {
    send: async () => {
      const found = await ports.projects.find(namesOf(sweep), limits);
      if (found === project.id) return {};
      return { change: { ...NO_FAILURE, id: undefined, intent: { makes: 'project', at: 0 } } };
    },
  });
}

/** Removes our project unless a person has put something into it. A failed call is tried again by the next sweep. */
export async function removeProject(
  sweep: UpstreamSweep,
  given: ProjectResource,
): Promise<Partial<SweepOutcome>> {
  if (given.revision === 0) return {};
  const found = await findProject(sweep, given);
  const { resource: project } = found;
  if (found.end === 'failed') return keptProject(project, found.error.message);
  if (found.end === 'overtaken' || project.intent) return {};
  try {
    return await removeFoundProject(sweep, project);
  } catch (error) {
    if (error instanceof UpstreamError) return keptProject(project, error.message);
    throw error;
  }
}

async function removeFoundProject(
  { ports, limits }: UpstreamSweep,
  project: ProjectResource,
): Promise<Partial<SweepOutcome>> {
  const { id } = project;
  if (id !== undefined) {
    if (!(await ports.projects.isEmpty(id, limits)))
      return keptProject(project, 'it holds something that Bellwether has not made');
    await ports.projects.remove(id, limits);
  }
  await ports.resources.remove(project);
  return id === undefined ? {} : { steps: ['project: remove'] };
}

function keptProject({ id = '' }: ProjectResource, why: string): Partial<SweepOutcome> {
  return { kept: [`project ${id}: ${why}`] };
}

type ResourceFailure = Pick<UpstreamResource, 'failures' | 'error' | 'retryAt' | 'intent'>;

/** What is written of a step that was taken. */
const NO_FAILURE = { failures: 0, error: undefined, retryAt: undefined } as const;

/**
 * What is written of a failed step. It is tried again later. What the step meant to create is looked for only where
 * the answer was lost. An intent from `before` the step stays: the service refused to show the object, not to create
 * it.
 */
export function failureOf(
  { intent, failures: earlier }: UpstreamResource,
  { error, before, now }: { error: UpstreamError; before: Intent | undefined; now: Instant },
): ResourceFailure {
  const failures = earlier + 1;
  const isOfStep = intent?.at !== before?.at;
  return {
    failures,
    error: error.message,
    retryAt: now + waitAfter(error, failures),
    ...(!isLost(error) && isOfStep && { intent: undefined }),
  };
}

function isLost(error: UpstreamError): boolean {
  return !(error instanceof RefusedError || error instanceof GoneError || error instanceof ThrottledError);
}

function waitAfter(error: UpstreamError, failures: number): number {
  if (error instanceof ThrottledError) return Math.max(error.retryAfter ?? 0, 5 * MINUTE);
  return error instanceof RefusedError ? HOUR : stepWait(failures);
}
