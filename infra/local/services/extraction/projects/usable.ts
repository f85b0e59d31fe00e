import { RequestRefused } from '../../kit/http/refusal.ts';
import { isOwn, may, type Permission } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import type { ExtractionContext, Project } from '../context.ts';

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

/** Puts a webhook into a project; false when it is there already. */
export function linkWebhook({ store }: ExtractionContext, project: Project, webhookId: string): boolean {
  if (project.webhookIds.includes(webhookId)) return false;
  store.projects.put(project.id, { ...project, webhookIds: [...project.webhookIds, webhookId] });
  return true;
}

/** Takes a webhook that is gone out of every project. */
export function unlinkWebhook({ store }: ExtractionContext, webhookId: string): void {
  for (const project of store.projects.list()) {
    if (!project.webhookIds.includes(webhookId)) continue;
    const webhookIds = project.webhookIds.filter((id) => id !== webhookId);
    store.projects.put(project.id, { ...project, webhookIds });
  }
}
