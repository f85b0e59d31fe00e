import type { ExtractionContext, Project } from '../context.ts';

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
