import type { ExtractionContext } from '../context.ts';
import { hideJob } from '../jobs/hide.ts';
import { hideMonitor } from '../monitors/change.ts';
import { inOneChange } from '../store/collection.ts';
import type { Project } from './project.ts';
import { type Member, membersOf, setProject } from './resources.ts';

/**
 * Deletes a project. Its jobs, monitors and datasets go with it when `withResources`, else they only leave it; webhooks are
 * detached, never deleted. Gives back how many of each kind were deleted, and `webhook_unlinked`.
 */
export function deleteProject(
  context: ExtractionContext,
  project: Project,
  { withResources }: { withResources: boolean },
): Record<string, number> {
  const counts: Record<string, number> = {
    job: 0,
    monitor: 0,
    dataset: 0,
    webhook_unlinked: project.webhookIds.length,
  };
  inOneChange(context.database, () => {
    for (const member of membersOf(context, project)) {
      if (member.type === 'webhook') continue;
      setProject(context, { ...member, projectId: undefined });
      if (!withResources) continue;
      hide(context, member);
      counts[member.type] = (counts[member.type] ?? 0) + 1;
    }
    context.store.projects.delete(project.id);
  });
  return counts;
}

function hide(context: ExtractionContext, { type, id }: Member): void {
  const { jobs, monitors, datasets } = context.store;
  const job = type === 'job' ? jobs.get(id) : undefined;
  const monitor = type === 'monitor' ? monitors.get(id) : undefined;
  const dataset = type === 'dataset' ? datasets.get(id) : undefined;
  if (job) hideJob(context, job);
  if (monitor) hideMonitor(context, monitor);
  if (dataset) datasets.put(id, { ...dataset, deleted: true });
}
