import type { Incident } from '../../domain/incidents/incident.ts';
import { RefusedError, type UpstreamError } from '../../domain/lib/errors.ts';
import type { Intent, ProjectResource, UpstreamResource } from '../../domain/upstream/upstream-resource.ts';
import { resolveIncidents } from '../alerts/notify-incidents.ts';
import { openNamedIncident } from './incident-outcome.ts';
import { ensureProject, findProject, forgetProjectIfGone } from './reconcile-project.ts';
import { failureOf, NO_FAILURE } from './resource-failure.ts';
import { takePlannedStep, type StepEnd, type StepPlan } from './take-planned-step.ts';
import {
  addSweepOutcome,
  NOTHING_SWEPT,
  type Records,
  type SweepOutcome,
  type UpstreamSweep,
} from './upstream-sweep.ts';

/** One step of an object, and what belongs to it. */
export interface ResourceStep<R extends UpstreamResource> {
  /** As the outcome names it, such as `make-webhook`. */
  name: string;
  /** How it needs our project: only where there is one, or created if there is none. */
  project?: 'find' | 'create' | undefined;
  /** Works the step out; undefined when it cannot be taken yet. */
  plan: (records: Records<R>) => StepPlan<R> | undefined;
  /** What is done after a failure: something that the step needs may be gone. */
  recover: (error: UpstreamError, records: Records<R>) => StepPlan<R> | undefined;
  /** The incident of a refusal: only a person can end it. */
  incidentOf: (error: RefusedError, records: { before: R; after: R }) => Incident | undefined;
  /** The incidents that end when a step is taken after a failure. */
  subjects: readonly string[];
  /** No other step is taken after it in one sweep. */
  isLast?: boolean;
}

/** The records after a step, and whether another one follows. */
export interface StepProgress<R extends UpstreamResource> extends Records<R> {
  next: 'again' | 'stop' | 'removed';
  outcome: SweepOutcome;
}

/** No object takes more steps in one sweep: a longer loop would be a fault of ours. */
const MOST_STEPS = 2_000;

/**
 * Takes one object step by step until nothing is left to do, or a step waits or fails. Each step is worked out from the
 * records and writes what it did: the sweep after a death goes on from there.
 */
export async function advanceResource<R extends UpstreamResource>(
  sweep: UpstreamSweep,
  given: Records<R>,
  takeStep: (records: Records<R>) => Promise<StepProgress<R>>,
): Promise<StepProgress<R>> {
  let progress: StepProgress<R> = { ...given, next: 'again', outcome: NOTHING_SWEPT };
  for (let steps = 0; steps < MOST_STEPS && progress.next === 'again'; steps += 1) {
    if (!mayTakeStep(sweep, progress.resource)) break;
    const { outcome, ...taken } = await takeStep(progress);
    progress = { ...taken, outcome: addSweepOutcome(progress.outcome, outcome) };
  }
  return progress;
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
export async function takeResourceStep<R extends UpstreamResource>(
  sweep: UpstreamSweep,
  { resource, project }: Records<R>,
  step: ResourceStep<R>,
): Promise<StepProgress<R>> {
  const needed = await projectFor(step, { sweep, project });
  const records = { resource, project: needed.resource };
  const taken = await takeWithProject(sweep, records, { step, needed });
  const outcome = addSweepOutcome(addSweepOutcome(NOTHING_SWEPT, needed.outcome ?? {}), taken.outcome ?? {});
  const progress = { ...records, resource: taken.resource, next: 'stop', outcome } as const;
  if (taken.end === 'taken') return handleSuccess(sweep, progress, step);
  if (taken.end !== 'failed') return progress;
  return handleFailure(sweep, progress, { step, error: taken.error, before: resource.intent });
}

async function projectFor<R extends UpstreamResource>(
  step: ResourceStep<R>,
  { sweep, project }: { sweep: UpstreamSweep; project: ProjectResource },
): Promise<StepEnd<ProjectResource>> {
  if (step.project === 'create') return ensureProject(sweep, project);
  return step.project === 'find' ? findProject(sweep, project) : { end: 'taken', resource: project };
}

async function takeWithProject<R extends UpstreamResource>(
  sweep: UpstreamSweep,
  records: Records<R>,
  { step, needed }: { step: ResourceStep<R>; needed: StepEnd<ProjectResource> },
): Promise<StepEnd<R>> {
  const { resource, project } = records;
  if (needed.end === 'failed') return { end: 'failed', error: needed.error, resource };
  if (needed.end === 'overtaken') return { end: 'overtaken', resource };
  const isMissing = step.project === 'create' && project.id === undefined;
  const plan = isMissing ? undefined : step.plan(records);
  return plan ? takePlannedStep(sweep, resource, plan) : { end: 'waits', resource };
}

/** A step that is taken after failures ends their incidents. */
async function handleSuccess<R extends UpstreamResource>(
  sweep: UpstreamSweep,
  progress: StepProgress<R>,
  { name, subjects, isLast }: ResourceStep<R>,
): Promise<StepProgress<R>> {
  const { ports } = sweep;
  const { resource } = progress;
  const next = isLast ? 'stop' : 'again';
  const outcome = addSweepOutcome(progress.outcome, { steps: [`${resource.name}: ${name}`] });
  if (resource.failures === 0) return { ...progress, next, outcome };
  const resolved = await resolveIncidents(ports, subjects);
  const written = await ports.resources.write({ ...resource, ...NO_FAILURE });
  return {
    ...progress,
    resource: written ?? resource,
    next: written ? next : 'stop',
    outcome: addSweepOutcome(outcome, resolved),
  };
}

/** Forgets what is gone, notifies the operators of a refusal, and writes when the step may be tried again. */
async function handleFailure<R extends UpstreamResource>(
  sweep: UpstreamSweep,
  progress: StepProgress<R>,
  { step, error, before }: { step: ResourceStep<R>; error: UpstreamError; before: Intent | undefined },
): Promise<StepProgress<R>> {
  const forgotten: StepEnd<ProjectResource> = step.project
    ? await forgetProjectIfGone(sweep, progress.project, error)
    : { end: 'taken', resource: progress.project };
  const records = { ...progress, project: forgotten.resource };
  if (forgotten.end === 'overtaken') return records;
  const cause = forgotten.end === 'failed' ? forgotten.error : error;
  const recovered = await recover(sweep, records, { step, cause });
  const outcome = addSweepOutcome(progress.outcome, recovered.outcome ?? {});
  if (recovered.end !== 'failed') return { ...records, resource: recovered.resource, outcome };
  const resource = await writeFailure(sweep, recovered.resource, { error: recovered.error, before });
  return { ...records, resource, outcome };
}

/** Gives back the failure that is left: that of the step, or that of its recovery. */
async function recover<R extends UpstreamResource>(
  sweep: UpstreamSweep,
  records: Records<R>,
  { step, cause }: { step: ResourceStep<R>; cause: UpstreamError },
): Promise<StepEnd<R>> {
  const { resource: before } = records;
  const plan = step.recover(cause, records);
  const recovered = plan ? await takePlannedStep(sweep, before, plan) : undefined;
  if (recovered && recovered.end !== 'taken') return recovered;
  const { resource: after, outcome = {} } = recovered ?? { resource: before };
  const incident = cause instanceof RefusedError ? step.incidentOf(cause, { before, after }) : undefined;
  const opened = incident ? await openNamedIncident(sweep.ports, incident) : {};
  const sum = addSweepOutcome(addSweepOutcome(NOTHING_SWEPT, outcome), opened);
  return { end: 'failed', error: cause, resource: after, outcome: sum };
}

/** Writes why a step failed and when it may be tried again. */
export async function writeFailure<R extends UpstreamResource>(
  { ports }: UpstreamSweep,
  resource: R,
  { error, before }: { error: UpstreamError; before: Intent | undefined },
): Promise<R> {
  const failure = failureOf(resource, { error, before, now: ports.clock.now() });
  return (await ports.resources.write({ ...resource, ...failure })) ?? resource;
}
