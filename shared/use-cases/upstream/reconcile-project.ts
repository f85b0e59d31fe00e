import { GoneError } from '../../domain/lib/errors.ts';
import { LOOK_AFTER } from '../../domain/upstream/upstream-times.ts';
import { type ResourceScope, MENDED, note, type UpstreamContext } from './upstream-context.ts';
import type { ProjectResource } from '../../domain/upstream/upstream-resource.ts';
import type { ProjectNames } from '../ports/upstream-ports.ts';

/** Name and description of the project: a project of a person has another description, whatever its name. */
function namesOf({ settings }: UpstreamContext): ProjectNames {
  const { stack } = settings;
  return {
    name: stack,
    description: `Made by Bellwether (${stack}): it changes and deletes what it has made in here, and nothing else.`,
  };
}

/**
 * Our project, found or made. Undefined: its making was not answered, and it is too early to look for it.
 */
export async function needProject(context: UpstreamContext): Promise<string | undefined> {
  const known = await findProject(context);
  if (known !== undefined || context.project.intent) return known;
  const { ports, limits } = context;
  await write(context, { intent: { makes: 'project', at: ports.clock.now() } });
  const id = await ports.projects.create(namesOf(context), limits);
  await write(context, { id, intent: undefined });
  context.outcome.upstream.steps.push('project: make');
  return id;
}

/** Our project, when there is one already. */
export async function findProject(context: UpstreamContext): Promise<string | undefined> {
  const { ports, limits, project } = context;
  const { id, intent } = project;
  if (id !== undefined || !intent || ports.clock.now() < intent.at + LOOK_AFTER) return id;
  const found = await ports.projects.find(namesOf(context), limits);
  await write(context, { id: found, intent: undefined });
  return found;
}

/** What was asked of the project says that it is gone: it is looked for, or made, anew. */
export async function forgetIfGone<T>(context: UpstreamContext, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { id } = context.project;
    const isGone = error instanceof GoneError && id !== undefined && (await isProjectGone(context));
    if (isGone) await write(context, { id: undefined, intent: { makes: 'project', at: 0 } });
    throw error;
  }
}

async function isProjectGone(context: UpstreamContext): Promise<boolean> {
  const { ports, limits, project } = context;
  return (await ports.projects.find(namesOf(context), limits)) !== project.id;
}

/** The project goes when nothing of ours is left; what a person has put into it keeps it. */
export async function releaseProject(context: UpstreamContext): Promise<void> {
  const { ports, limits, outcome } = context;
  if (context.project.revision === 0) return;
  const id = await findProject(context);
  if (context.project.intent) return;
  if (id !== undefined) {
    if (!(await ports.projects.isEmpty(id, limits))) {
      outcome.upstream.kept.push(`project ${id}: it holds something that Bellwether has not made`);
      return;
    }
    await ports.projects.remove(id, limits);
    outcome.upstream.steps.push('project: remove');
  }
  await ports.resources.remove(context.project);
}

async function write(context: UpstreamContext, change: Partial<ProjectResource>): Promise<void> {
  const scope: ResourceScope<ProjectResource> = { context, resource: context.project };
  await note(scope, { ...MENDED, ...change });
  context.project = scope.resource;
}
