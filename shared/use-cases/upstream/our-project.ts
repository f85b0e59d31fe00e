import { GoneError, type UpstreamError } from '../../domain/lib/errors.ts';
import { CREATION_CHECK_AFTER, type ProjectResource } from '../../domain/upstream/upstream-resource.ts';
import { type Calls, makeCalls, type StepEnd, type UpstreamSweep } from './take-step.ts';
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

async function callFor(sweep: UpstreamSweep, calls: Calls<ProjectResource>): Promise<ProjectEnd> {
  const end = await makeCalls(sweep, sweep.project, calls);
  sweep.project = end.resource;
  return end;
}

/**
 * Our project, found or created. It has no id while the answer to its creation is lost and it is too early to look.
 */
export async function ensureProject(sweep: UpstreamSweep): Promise<ProjectEnd> {
  const found = await findProject(sweep);
  if (found.end !== 'taken' || found.resource.id !== undefined || found.resource.intent) return found;
  const { ports, limits } = sweep;
  return callFor(sweep, {
    before: { intent: { makes: 'project', at: ports.clock.now() } },
    send: async () => {
      const id = await ports.projects.create(namesOf(sweep), limits);
      sweep.report({ steps: ['project: make'] });
      return { change: { id, intent: undefined } };
    },
  });
}

/** Looks for our project where it may exist although its id is not known. */
export async function findProject(sweep: UpstreamSweep): Promise<ProjectEnd> {
  const { ports, limits, project } = sweep;
  const { id, intent } = project;
  if (id !== undefined || !intent || ports.clock.now() < intent.at + CREATION_CHECK_AFTER)
    return { end: 'taken', resource: project };
  return callFor(sweep, {
    send: async () => {
      const found = await ports.projects.find(namesOf(sweep), limits);
      return { change: { id: found, intent: undefined } };
    },
  });
}

/** After a call in our project was answered with "gone": forgets the id of a project that does not exist any more. */
export async function forgetProjectIfGone(sweep: UpstreamSweep, error: UpstreamError): Promise<ProjectEnd> {
  const { ports, limits, project } = sweep;
  if (!(error instanceof GoneError) || project.id === undefined) return { end: 'taken', resource: project };
  return callFor(sweep, {
    send: async () => {
      const found = await ports.projects.find(namesOf(sweep), limits);
      return found === project.id ? {} : { change: { id: undefined, intent: { makes: 'project', at: 0 } } };
    },
  });
}

/** Removes our project unless a person has put something into it. A failed call is tried again by the next sweep. */
export async function removeProject(sweep: UpstreamSweep): Promise<void> {
  if (sweep.project.revision === 0) return;
  const { ports, limits } = sweep;
  const keep = (why: string) => sweep.report({ kept: [`project ${sweep.project.id ?? ''}: ${why}`] });
  const found = await findProject(sweep);
  const end =
    found.end !== 'taken' || sweep.project.intent
      ? found
      : await callFor(sweep, {
          send: async (project) => {
            const { id } = project;
            if (id !== undefined && !(await ports.projects.isEmpty(id, limits))) {
              keep('it holds something that Bellwether has not made');
              return {};
            }
            if (id !== undefined) await ports.projects.remove(id, limits);
            await ports.resources.remove(project);
            if (id !== undefined) sweep.report({ steps: ['project: remove'] });
            return {};
          },
        });
  if (end.end === 'failed') keep(end.error.message);
}
