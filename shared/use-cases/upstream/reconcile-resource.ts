import type { Incident } from '../../domain/incidents/incident.ts';
import { RefusedError, type UpstreamError } from '../../domain/lib/errors.ts';
import { CREATION_CHECK_AFTER, type UpstreamResource } from '../../domain/upstream/upstream-resource.ts';
import { openNamedIncident, resolveIncidents } from '../alerts/put-alerts.ts';
import { ensureProject, findProject, forgetProjectIfGone } from './our-project.ts';
import {
  type Calls,
  makeCalls,
  mayTakeStep,
  type Sent,
  type UpstreamSweep,
  writeFailure,
} from './take-step.ts';

/** A record, and what should exist for it (undefined: nothing any more), as they are at a step. */
export interface Scope<R extends UpstreamResource, D> {
  sweep: UpstreamSweep;
  resource: R;
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

/** Takes each record to what is desired. Returns the records that are left. */
export async function reconcileEach<R extends UpstreamResource, D>(
  sweep: UpstreamSweep,
  kind: ResourceKind<R, D>,
  wanted: readonly Wanted<R, D>[],
): Promise<R[]> {
  const left: R[] = [];
  for (const { resource, desired, waiting } of wanted) {
    if (waiting !== undefined) reportWaiting({ sweep, resource }, waiting);
    const kept = waiting === undefined ? await reconcile(kind, { sweep, resource, desired }) : resource;
    if (kept) left.push(kept);
  }
  return left;
}

/** No object takes more steps in one sweep: a longer loop would be a fault of ours. */
const MOST_STEPS = 2_000;

/**
 * Takes one record step by step until nothing is left to do, or a step waits or fails. Each step is worked out from
 * the records and writes what it did: the sweep after a death goes on from there. Undefined: nothing is left.
 */
async function reconcile<R extends UpstreamResource, D>(
  kind: ResourceKind<R, D>,
  first: Scope<R, D | undefined>,
): Promise<R | undefined> {
  let scope = first;
  for (let steps = 0; steps < MOST_STEPS && mayTakeStep(scope.sweep, scope.resource); steps += 1) {
    const step = await nextStep(kind, scope);
    if (step === undefined || step === 'rest') break;
    if (step === 'forget') return forget(kind, scope);
    if ('waiting' in step) {
      reportWaiting(scope, step.waiting);
      break;
    }
    const { resource, goesOn } = await takeStep(kind, scope, step);
    scope = { ...scope, resource };
    if (!goesOn) break;
  }
  return scope.resource;
}

function reportWaiting(
  { sweep, resource }: Pick<Scope<UpstreamResource, unknown>, 'sweep' | 'resource'>,
  why: string,
): void {
  sweep.report({ waiting: [`${resource.name}: ${why}`] });
}

/** First what may exist unknown, then the first object that is not as desired. `forget`: nothing is left upstream. */
async function nextStep<R extends UpstreamResource, D>(
  kind: ResourceKind<R, D>,
  scope: Scope<R, D | undefined>,
): Promise<NextStep<R, D> | 'forget'> {
  const { sweep, resource, desired } = scope;
  const { intent } = resource;
  if (intent && sweep.ports.clock.now() < intent.at + CREATION_CHECK_AFTER)
    return { waiting: `the answer to the creation of its ${intent.makes} was lost; it is looked for soon` };
  if (intent) return { name: 'look', project: 'find', send: kind.find };
  if (desired === undefined) {
    for (const { remove } of kind.objects.toReversed()) {
      const step = await remove?.({ sweep, resource, desired: undefined });
      if (step) return step;
    }
    return 'forget';
  }
  for (const { reach } of kind.objects) {
    const step = await reach({ sweep, resource, desired });
    if (step) return step;
  }
  return kind.check({ sweep, resource, desired });
}

async function forget<R extends UpstreamResource, D>(
  { subjects }: ResourceKind<R, D>,
  { sweep: { ports, report }, resource }: Scope<R, D | undefined>,
): Promise<undefined> {
  report(await resolveIncidents(ports, subjects(resource.name).last));
  if (resource.revision > 0) await ports.resources.remove(resource);
}

/** The record after a step, and whether the next one may follow. */
interface Progress<R extends UpstreamResource> {
  resource: R;
  goesOn: boolean;
}

/** Takes a step: the project first, where it is needed; then the step itself; then what follows from how it ended. */
async function takeStep<R extends UpstreamResource, D>(
  kind: ResourceKind<R, D>,
  scope: Scope<R, D | undefined>,
  step: Step<R, D>,
): Promise<Progress<R>> {
  const { sweep } = scope;
  const needed = step.project && (await (step.project === 'create' ? ensureProject : findProject)(sweep));
  if (needed?.end === 'failed')
    return handleFailure(kind, scope, { step, error: needed.error, before: scope.resource });
  const isReady = step.project !== 'create' || sweep.project.id !== undefined;
  if (!isReady || (needed && needed.end !== 'taken')) return { resource: scope.resource, goesOn: false };
  const send = (resource: R) => step.send({ ...scope, resource });
  const taken = await makeCalls(sweep, scope.resource, { ...step, send });
  const { resource } = taken;
  if (taken.end === 'failed')
    return handleFailure(kind, { ...scope, resource }, { step, error: taken.error, before: scope.resource });
  return taken.end === 'taken'
    ? handleSuccess(kind, { ...scope, resource }, step)
    : { resource, goesOn: false };
}

/** A step that is taken after failures ends their incidents. */
async function handleSuccess<R extends UpstreamResource, D>(
  { subjects }: ResourceKind<R, D>,
  { sweep: { ports, report }, resource }: Scope<R, D | undefined>,
  { name, isLast = false }: Step<R, D>,
): Promise<Progress<R>> {
  report({ steps: [`${resource.name}: ${name}`] });
  if (resource.failures === 0) return { resource, goesOn: !isLast };
  report(await resolveIncidents(ports, subjects(resource.name).refused));
  const healed = { ...resource, failures: 0, error: undefined, retryAt: undefined };
  const written = await ports.resources.write(healed);
  return { resource: written ?? resource, goesOn: !isLast && written !== undefined };
}

/** Forgets what is gone, notifies the operators of a refusal, and writes when the step may be tried again. */
async function handleFailure<R extends UpstreamResource, D>(
  kind: ResourceKind<R, D>,
  scope: Scope<R, D | undefined>,
  { step, error: first, before }: { step: Step<R, D>; error: UpstreamError; before: R },
): Promise<Progress<R>> {
  const { sweep, resource } = scope;
  const forgotten = step.project && (await forgetProjectIfGone(sweep, first));
  if (forgotten?.end === 'overtaken') return { resource, goesOn: false };
  const cause = forgotten?.end === 'failed' ? forgotten.error : first;
  const recovered = await makeCalls(sweep, resource, {
    send: async () => (await step.recover?.(cause, scope)) ?? {},
  });
  const { resource: after } = recovered;
  if (recovered.end === 'overtaken') return { resource: after, goesOn: false };
  const error = recovered.end === 'failed' ? recovered.error : cause;
  const incident =
    recovered.end !== 'failed' && error instanceof RefusedError
      ? kind.incidentOf(error, { ...scope, resource: after }, resource)
      : undefined;
  if (incident) sweep.report(await openNamedIncident(sweep.ports, incident));
  const written = await writeFailure(sweep, after, { error, before: before.intent });
  return { resource: written, goesOn: false };
}
