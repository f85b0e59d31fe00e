import type { ProjectResourceType } from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { may } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import type { ExtractionContext, Project } from '../context.ts';
import { datasetStatus } from '../datasets/views.ts';
import { linkWebhook } from './usable.ts';

/** Something a project can hold, whatever it is. */
export interface Member {
  type: ProjectResourceType;
  id: string;
  name: string;
  createdAt: number;
  /** Its state in the words of its kind: `completed`, `enabled`, `ready`, `active`. */
  status: string;
}

/** Everything in a project: jobs, monitors, datasets, webhooks, each kind in the order in which it was made. */
export function membersOf(context: ExtractionContext, project: Project): Member[] {
  const collections = collectionsOf(context.store);
  const isHere = (item: { projectId?: string | undefined; deleted: boolean }) =>
    item.projectId === project.id && !item.deleted;
  return [
    ...(['job', 'monitor', 'dataset'] as const).flatMap((type) =>
      collections[type]
        .list()
        .filter(isHere)
        .map(({ id }) => ({ type, id })),
    ),
    ...project.webhookIds.map((id) => ({ type: 'webhook', id }) as const),
  ].flatMap((found) => memberOf(context, found) ?? []);
}

function collectionsOf({ jobs, monitors, datasets }: ExtractionContext['store']) {
  return { job: jobs, monitor: monitors, dataset: datasets };
}

interface Named {
  type: ProjectResourceType;
  id: string;
}

/** What a type and an id name, or undefined. Monitor groups cannot be made here, so none is ever found. */
function memberOf(context: ExtractionContext, { type, id }: Named): Member | undefined {
  const { store } = context;
  switch (type) {
    case 'job': {
      const job = store.jobs.get(id);
      return job && { type, id, name: job.order.query, createdAt: job.createdAt, status: job.stage };
    }
    case 'monitor': {
      const monitor = store.monitors.get(id);
      const name = monitor && (store.jobs.get(monitor.referenceJobId)?.order.query ?? '');
      const status = monitor?.enabled ? 'enabled' : 'disabled';
      return monitor && { type, id, name: name ?? '', createdAt: monitor.createdAt, status };
    }
    case 'dataset': {
      const dataset = store.datasets.get(id);
      return (
        dataset && {
          type,
          id,
          name: dataset.name,
          createdAt: dataset.createdAt,
          status: datasetStatus(context, dataset),
        }
      );
    }
    case 'webhook': {
      const webhook = store.webhooks.get(id);
      const status = webhook?.active ? 'active' : 'inactive';
      return webhook && { type, id, name: webhook.name, createdAt: webhook.createdAt, status };
    }
    case 'monitor_group':
      return undefined;
  }
}

export function memberView({ type, id, name, createdAt, status }: Member) {
  return { resource_type: type, resource_id: id, name, created_at: isoOf(createdAt), metadata: { status } };
}

/** The outcome of putting one resource into a project. */
interface Added {
  resource_type: string;
  resource_id: string;
  success: boolean;
  message: string;
  already_exists: boolean;
}

/**
 * Puts a resource into a project: webhooks may be in several, everything else in one (extraction service, projects).
 */
export function addMember(
  context: ExtractionContext,
  { project, caller, type, id }: Named & { project: Project; caller: Owner },
): Added {
  const outcome = (success: boolean, message: string, exists = false): Added => ({
    resource_type: type,
    resource_id: id,
    success,
    message,
    already_exists: exists,
  });
  const item = usableItem(context, { caller, type, id });
  if (!item) return outcome(false, `There is no ${type} ${id.slice(0, 100)} that you may put into a project`);
  const present = 'webhookIds' in item ? project.webhookIds.includes(id) : item.projectId === project.id;
  if (present) return outcome(true, 'It is in the project already', true);
  if (!('webhookIds' in item) && item.projectId !== undefined)
    return outcome(false, 'It is in another project');
  if (type === 'webhook') linkWebhook(context, project, id);
  else setProject(context, { type, id, projectId: project.id });
  return outcome(true, 'Added to the project');
}

/** What may be put into a project by this caller: where it is now, or that it is a webhook. */
function usableItem(
  { store, settings }: ExtractionContext,
  { caller, type, id }: Named & { caller: Owner },
): { projectId: string | undefined } | { webhookIds: true } | undefined {
  const { sharing } = settings;
  if (type === 'monitor_group') return undefined;
  if (type === 'webhook') {
    const webhook = store.webhooks.get(id);
    return webhook && may('view', { item: webhook, caller, sharing }) ? { webhookIds: true } : undefined;
  }
  const item = collectionsOf(store)[type].get(id);
  if (!item || item.deleted || !may('edit', { item, caller, sharing })) return undefined;
  return { projectId: item.projectId };
}

/** Puts a job, monitor or dataset into a project, or takes it out with undefined. */
export function setProject(
  { store }: ExtractionContext,
  { type, id, projectId }: Named & { projectId: string | undefined },
): void {
  const job = type === 'job' ? store.jobs.get(id) : undefined;
  const monitor = type === 'monitor' ? store.monitors.get(id) : undefined;
  const dataset = type === 'dataset' ? store.datasets.get(id) : undefined;
  if (job) store.jobs.put(id, { ...job, projectId });
  if (monitor) store.monitors.put(id, { ...monitor, projectId });
  if (dataset) store.datasets.put(id, { ...dataset, projectId });
}

/** Takes a resource out of a project; false when it is not in it. */
export function removeMember(context: ExtractionContext, project: Project, { type, id }: Named): boolean {
  const present = membersOf(context, project).some((member) => member.type === type && member.id === id);
  if (!present) return false;
  if (type === 'webhook') {
    const webhookIds = project.webhookIds.filter((other) => other !== id);
    context.store.projects.put(project.id, { ...project, webhookIds });
  } else setProject(context, { type, id, projectId: undefined });
  return true;
}
