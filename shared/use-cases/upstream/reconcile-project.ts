import { GoneError, UpstreamError } from '../../domain/lib/errors.ts';
import type { ProjectResource } from '../../domain/upstream/upstream-resource.ts';
import { CREATION_CHECK_AFTER } from '../../domain/upstream/upstream-times.ts';
import type { ProjectNames } from '../ports/upstream.ts';
import { NO_FAILURE } from './resource-failure.ts';
import { takePlannedStep, type StepEnd } from './take-planned-step.ts';
import type { SweepOutcome, UpstreamSweep } from './upstream-sweep.ts';

type ProjectEnd = StepEnd<ProjectResource>;

/** Name and description of our project. A project that a person made has another description, whatever its name. */
function namesOf({ settings: { stack } }: UpstreamSweep): ProjectNames {
  return {
    name: stack,
    description: `Made by Bellwether (${stack}): it changes and deletes what it has made in here, and nothing else.`,
  };
}

/** Our project, found or created. It has no id while the answer to its creation is lost and it is too early to look. */
export async function ensureProject(sweep: UpstreamSweep, project: ProjectResource): Promise<ProjectEnd> {
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
export async function findProject(sweep: UpstreamSweep, project: ProjectResource): Promise<ProjectEnd> {
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
export async function forgetProjectIfGone(
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
