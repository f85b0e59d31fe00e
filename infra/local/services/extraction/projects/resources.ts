import type { ProjectResourceType } from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { may, type Owned } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import type { Collection } from '../collection.ts';
import type { ExtractionContext, Project } from '../context.ts';
import { datasetStatus } from '../datasets/views.ts';
import { hideJob } from '../jobs/routes.ts';
import { hideMonitor } from '../monitors/create.ts';
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

interface Joining extends Owned {
  id: string;
  projectId?: string | undefined;
  deleted: boolean;
}

/** What is done with the resources of one kind, each of which names the one project that it is in. */
function kindOf<T extends Joining>(
  collection: Collection<T>,
  describe: (item: T) => { name: string; status: string },
  hide: (item: T) => void,
) {
  const known = (id: string) => {
    const item = collection.get(id);
    return item?.deleted === false ? item : undefined;
  };
  return {
    known: (id: string): Joining | undefined => known(id),
    in: (projectId: string) =>
      collection
        .list()
        .filter((item) => item.projectId === projectId && !item.deleted)
        .map((item) => ({ id: item.id, createdAt: item.createdAt, ...describe(item) })),
    /** Puts it into a project, or takes it out with undefined. */
    put(id: string, projectId: string | undefined) {
      const item = collection.get(id);
      if (item) collection.put(id, { ...item, projectId });
    },
    hide(id: string) {
      const item = known(id);
      if (item) hide(item);
    },
  };
}

/** The kinds that a project holds, but for webhooks, which may be in several. */
export function kindsOf(context: ExtractionContext) {
  const { jobs, monitors, datasets } = context.store;
  return {
    job: kindOf(
      jobs,
      ({ order, stage }) => ({ name: order.query, status: stage }),
      (job) => hideJob(context, job),
    ),
    monitor: kindOf(
      monitors,
      ({ referenceJobId, enabled }) => ({
        name: jobs.get(referenceJobId)?.order.query ?? '',
        status: enabled ? 'enabled' : 'disabled',
      }),
      (monitor) => hideMonitor(context, monitor),
    ),
    dataset: kindOf(
      datasets,
      (dataset) => ({ name: dataset.name, status: datasetStatus(context, dataset) }),
      (dataset) => datasets.put(dataset.id, { ...dataset, deleted: true }),
    ),
  };
}

/** Everything in a project: jobs, monitors, datasets, webhooks, each kind in the order in which it was made. */
export function membersOf(context: ExtractionContext, { id, webhookIds }: Project): Member[] {
  const kinds = kindsOf(context);
  const found = (['job', 'monitor', 'dataset'] as const).flatMap((type) =>
    kinds[type].in(id).map((item) => ({ type, ...item })),
  );
  const webhooks = webhookIds.flatMap((webhookId) => context.store.webhooks.get(webhookId) ?? []);
  return [
    ...found,
    ...webhooks.map(({ id: webhookId, name, createdAt, is_active }) => ({
      type: 'webhook' as const,
      id: webhookId,
      name,
      createdAt,
      status: is_active ? 'active' : 'inactive',
    })),
  ];
}

export function memberView({ type, id, name, createdAt, status }: Member) {
  return { resource_type: type, resource_id: id, name, created_at: isoOf(createdAt), metadata: { status } };
}

interface Named {
  type: ProjectResourceType;
  id: string;
}

/**
 * Puts a resource into a project: webhooks may be in several, everything else in one (extraction service, projects).
 * Monitor groups cannot be made here, so none is ever found. Gives back the outcome.
 */
export function addMember(
  context: ExtractionContext,
  { project, caller, type, id }: Named & { project: Project; caller: Owner },
) {
  const outcome = (success: boolean, message: string, exists = false) => ({
    resource_type: type,
    resource_id: id,
    success,
    message,
    already_exists: exists,
  });
  const { sharing } = context.settings;
  const kind = type === 'webhook' || type === 'monitor_group' ? undefined : kindsOf(context)[type];
  const item = type === 'webhook' ? context.store.webhooks.get(id) : kind?.known(id);
  if (!item || !may(kind ? 'edit' : 'view', { item, caller, sharing }))
    return outcome(false, `There is no ${type} ${id.slice(0, 100)} that you may put into a project`);
  const projectId = 'projectId' in item ? item.projectId : undefined;
  if (projectId === project.id || project.webhookIds.includes(id))
    return outcome(true, 'It is in the project already', true);
  if (projectId !== undefined) return outcome(false, 'It is in another project');
  if (kind) kind.put(id, project.id);
  else linkWebhook(context, project, id);
  return outcome(true, 'Added to the project');
}

/** Takes a resource out of a project; false when it is not in it. */
export function removeMember(context: ExtractionContext, project: Project, { type, id }: Named): boolean {
  const present = membersOf(context, project).some((member) => member.type === type && member.id === id);
  if (!present || type === 'monitor_group') return false;
  if (type === 'webhook') {
    const webhookIds = project.webhookIds.filter((other) => other !== id);
    context.store.projects.put(project.id, { ...project, webhookIds });
  } else kindsOf(context)[type].put(id, undefined);
  return true;
}
