import { isOwn, may, type Permission } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import type { ExtractionContext } from '../context.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { Project } from './project.ts';

/**
 * A project that the caller may use.
 *
 * @throws RequestRefused 404 when it does not exist, 403 when it belongs to another organization or person
 * (extraction service, errors).
 */
export function usableProject(
  { store, settings }: ExtractionContext,
  caller: Owner,
  id: string,
  need: Permission = 'view',
): Project {
  const project = store.projects.get(id);
  if (!project) throw new RequestRefused(404, `Project ${id.slice(0, 100)} not found`);
  if (project.owner.organization !== caller.organization) {
    throw new RequestRefused(403, 'The project belongs to another organization');
  }
  if (isOwn(project, caller) || may(need, { item: project, caller, sharing: settings.sharing }))
    return project;
  throw new RequestRefused(403, 'The project belongs to somebody else');
}
