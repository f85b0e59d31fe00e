import { GoneError } from '../../domain/lib/errors.ts';
import { LOOK_AFTER } from '../../domain/upstream/upstream-times.ts';
import { type Keeper, MENDED, note, type Upkeep } from './upstream-context.ts';
import type { ProjectHolding } from '../../domain/upstream/upstream-resource.ts';
import type { ProjectNames } from '../ports/upstream-ports.ts';

/** Name and description of the project: a project of a person has another description, whatever its name. */
function namesOf({ settings }: Upkeep): ProjectNames {
  const { stack } = settings;
  return {
    name: stack,
    description: `Made by Bellwether (${stack}): it changes and deletes what it has made in here, and nothing else.`,
  };
}

/**
 * Our project, found or made. Undefined: its making was not answered, and it is too early to look for it.
 */
export async function needProject(upkeep: Upkeep): Promise<string | undefined> {
  const known = await findProject(upkeep);
  if (known !== undefined || upkeep.project.intent) return known;
  const { ports, limits } = upkeep;
  await write(upkeep, { intent: { makes: 'project', at: ports.clock.now() } });
  const id = await ports.projects.create(namesOf(upkeep), limits);
  await write(upkeep, { id, intent: undefined });
  upkeep.outcome.upstream.steps.push('project: make');
  return id;
}

/** Our project, when there is one already. */
export async function findProject(upkeep: Upkeep): Promise<string | undefined> {
  const { ports, limits, project } = upkeep;
  const { id, intent } = project;
  if (id !== undefined || !intent || ports.clock.now() < intent.at + LOOK_AFTER) return id;
  const found = await ports.projects.find(namesOf(upkeep), limits);
  await write(upkeep, { id: found, intent: undefined });
  return found;
}

/** What was asked of the project says that it is gone: it is looked for, or made, anew. */
export async function forgetIfGone<T>(upkeep: Upkeep, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { id } = upkeep.project;
    const isGone = error instanceof GoneError && id !== undefined && (await isProjectGone(upkeep));
    if (isGone) await write(upkeep, { id: undefined, intent: { makes: 'project', at: 0 } });
    throw error;
  }
}

async function isProjectGone(upkeep: Upkeep): Promise<boolean> {
  const { ports, limits, project } = upkeep;
  return (await ports.projects.find(namesOf(upkeep), limits)) !== project.id;
}

/** The project goes when nothing of ours is left; what a person has put into it keeps it. */
export async function releaseProject(upkeep: Upkeep): Promise<void> {
  const { ports, limits, outcome } = upkeep;
  if (upkeep.project.revision === 0) return;
  const id = await findProject(upkeep);
  if (upkeep.project.intent) return;
  if (id !== undefined) {
    if (!(await ports.projects.isEmpty(id, limits))) {
      outcome.upstream.kept.push(`project ${id}: it holds something that Bellwether has not made`);
      return;
    }
    await ports.projects.remove(id, limits);
    outcome.upstream.steps.push('project: remove');
  }
  await ports.holdings.remove(upkeep.project);
}

async function write(upkeep: Upkeep, change: Partial<ProjectHolding>): Promise<void> {
  const keeper: Keeper<ProjectHolding> = { upkeep, holding: upkeep.project };
  await note(keeper, { ...MENDED, ...change });
  upkeep.project = keeper.holding;
}
