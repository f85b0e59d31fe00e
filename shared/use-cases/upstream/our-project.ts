import { GoneError, type UpstreamError } from '../../domain/lib/errors.ts';
import { CREATION_CHECK_AFTER, type ProjectResource } from '../../domain/upstream/upstream-resource.ts';
import { makeCalls, type StepEnd, type SweepOutcome, type UpstreamSweep } from './take-step.ts';
import type { ProjectNames } from '../ports/services.ts';

// Our project has no step of its own: it is made for the first object that needs it, and removed after the last one.

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
export async function ensureProject(sweep: UpstreamSweep, project: ProjectResource): Promise<ProjectEnd> {
  const found = await findProject(sweep, project);
  if (found.end !== 'taken' || found.resource.id !== undefined || found.resource.intent) return found;
  const { ports, limits } = sweep;
  return makeCalls(sweep, found.resource, {
    before: { intent: { makes: 'project', at: ports.clock.now() } },
    send: async () => {
      const id = await ports.projects.create(namesOf(sweep), limits);
      return { change: { id, intent: undefined }, outcome: { steps: ['project: make'] } };
    },
  });
}

/** Looks for our project where it may exist although its id is not known. */
export async function findProject(sweep: UpstreamSweep, project: ProjectResource): Promise<ProjectEnd> {
  const { ports, limits } = sweep;
  const { id, intent } = project;
  if (id !== undefined || !intent || ports.clock.now() < intent.at + CREATION_CHECK_AFTER)
    return { end: 'taken', resource: project, outcome: {} };
  return makeCalls(sweep, project, {
    send: async () => {
      const found = await ports.projects.find(namesOf(sweep), limits);
      return { change: { id: found, intent: undefined } };
    },
  });
}

/** After a call in our project was answered with "gone": forgets the id of a project that does not exist any more. */
export async function forgetProjectIfGone(
  sweep: UpstreamSweep,
  project: ProjectResource,
  error: UpstreamError,
): Promise<ProjectEnd> {
  const { ports, limits } = sweep;
  if (!(error instanceof GoneError) || project.id === undefined)
    return { end: 'taken', resource: project, outcome: {} };
  return makeCalls(sweep, project, {
    send: async () => {
      const found = await ports.projects.find(namesOf(sweep), limits);
      return found === project.id ? {} : { change: { id: undefined, intent: { makes: 'project', at: 0 } } };
    },
  });
}

/** Removes our project unless a person has put something into it. A failed call is tried again by the next sweep. */
export async function removeProject(
  sweep: UpstreamSweep,
  given: ProjectResource,
): Promise<Partial<SweepOutcome>> {
  if (given.revision === 0) return {};
  const { ports, limits } = sweep;
  const found = await findProject(sweep, given);
  if (found.end !== 'taken') return keptProject(found);
  if (found.resource.intent) return {};
  const removed = await makeCalls(sweep, found.resource, {
    send: async (project) => {
      const { id } = project;
      if (id !== undefined) {
        if (!(await ports.projects.isEmpty(id, limits)))
          return { outcome: keptBecause(project, 'it holds something that Bellwether has not made') };
        await ports.projects.remove(id, limits);
      }
      await ports.resources.remove(project);
      return { outcome: id === undefined ? {} : { steps: ['project: remove'] } };
    },
  });
  return keptProject(removed);
}

function keptProject(end: ProjectEnd): Partial<SweepOutcome> {
  return end.end === 'failed' ? keptBecause(end.resource, end.error.message) : end.outcome;
}

function keptBecause({ id = '' }: ProjectResource, why: string): Partial<SweepOutcome> {
  return { kept: [`project ${id}: ${why}`] };
}
