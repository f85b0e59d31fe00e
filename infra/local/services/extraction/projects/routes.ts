import { Hono } from 'hono';
import * as z from 'zod';
import { PROJECT_RESOURCES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { readAs, RequestRefused } from '../../kit/http/refusal.ts';
import { ownerOf, partOf } from '../accounts/owner.ts';
import { countBy, listQuery, pageOf, pagingFields, readQuery } from '../accounts/resource.ts';
import { inOneChange } from '../collection.ts';
import type { ExtractionContext } from '../context.ts';
import { hideJob } from '../jobs/routes.ts';
import { hideMonitor } from '../monitors/routes.ts';
import type { Owner, Project } from '../stored.ts';

const name = z.string().trim().min(1).max(500);
const description = z.string().max(10_000).nullish();
const resourceType = z.enum(PROJECT_RESOURCES);
const createBody = z.object({ name, description });
const changeBody = createBody.partial();
const resource = z.object({ resource_type: resourceType, resource_id: z.string() });
const resourcesBody = z.object({ resources: z.array(resource).min(1).max(1_000) });
const resourcesQuery = z.object({ ...pagingFields(), resource_type: resourceType.optional() });
const deleteQuery = z.object({ delete_resources: z.enum(['true', 'false', '1', '0']).default('false') });

/** The kinds that a project holds; monitor groups cannot be made here. */
const HELD = ['job', 'monitor', 'dataset', 'webhook'] as const;
type Held = (typeof HELD)[number];

/** The calls about projects (extraction service, projects). */
export function projectRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  const { project: projects } = context.kinds;
  const done = (message: string, id?: string) => ({ success: true, message, ...(id && { project_id: id }) });
  const view = (project: Project, caller: Owner) => ({
    project_id: project.id,
    name: project.name,
    description: project.description,
    resources_count: membersOf(context, project).length,
    created_at: isoOf(project.createdAt),
    updated_at: isoOf(project.updatedAt),
    sharing_info: projects.sharingInfo(project, caller),
  });
  app.get('/projects', (call) =>
    call.json(projects.list(call, readQuery(listQuery(), call), { name: 'projects', view })),
  );
  app.post('/projects', async (call) => {
    const { name, description = null } = await readBodyAs(createBody, call);
    const { id } = projects.put({ ...projects.begin(ownerOf(call)), name, description });
    return call.json({ ...done('Project created', id), name }, 201);
  });
  app.get('/projects/:project_id', (call) =>
    call.json({ ...done('Project found'), ...view(projects.asked(call), ownerOf(call)) }),
  );
  app.patch('/projects/:project_id', async (call) => {
    const body = await readBodyAs(changeBody, call);
    return call.json(done('Project updated', projects.change(projects.asked(call, 'edit'), body).id));
  });
  app.delete('/projects/:project_id', (call) => {
    const project = projects.asked(call, 'manage');
    const withResources = /^(?:true|1)$/.test(readQuery(deleteQuery, call).delete_resources);
    const deleted_resources = inOneChange(context.database, () =>
      deleteProject(context, project, withResources),
    );
    return call.json({ ...done('Project deleted', project.id), deleted_resources });
  });
  app.get('/projects/:project_id/overview', (call) => call.json(overview(context, projects.asked(call))));
  app.get('/projects/:project_id/resources', (call) => {
    const { resource_type: type, ...paging } = readQuery(resourcesQuery, call);
    const all = membersOf(context, projects.asked(call));
    const members = all.filter((one) => type === undefined || one.resource_type === type);
    return call.json(pageOf(members, { ...paging, name: 'resources', view: (member) => member }));
  });
  app.post('/projects/:project_id/resources', async (call) => {
    const { resources } = await readBodyAs(resourcesBody, call);
    const project = projects.asked(call, 'edit');
    // Each resource has its own result. `success` says whether all of them are in the project now.
    const results = resources.map((one) => ({ ...one, ...add(context, project, one, ownerOf(call)) }));
    const added = results.filter(({ success }) => success).length;
    const message = `${added} of ${results.length} are in the project`;
    return call.json({ success: added === results.length, message, results });
  });
  app.delete('/projects/:project_id/resources/:resource_type/:resource_id', (call) => {
    const type = readAs(resourceType, partOf(call, 'resource_type'), { at: 'path' });
    const project = projects.asked(call, 'edit');
    const held = HELD.find((kind) => kind === type);
    if (!held || !leave(context, held, partOf(call, 'resource_id'), project.id))
      throw new RequestRefused(404, `This ${type} is not in the project`);
    return call.json(done('Removed from the project'));
  });
  return app;
}

/** Everything in a project, each kind in the order in which it was made. */
function membersOf({ kinds }: ExtractionContext, { id }: Project) {
  return HELD.flatMap((type) => kinds[type].members(id).map((one) => ({ resource_type: type, ...one })));
}

/** How many of each kind by their state; of datasets and webhooks the total too. */
function overview(context: ExtractionContext, project: Project) {
  const byType = Map.groupBy(membersOf(context, project), (member) => member.resource_type);
  const byStatus = (type: Held) => countBy((byType.get(type) ?? []).map(({ metadata }) => metadata.status));
  const total = (type: Held) => ({ total: byType.get(type)?.length ?? 0, ...byStatus(type) });
  return {
    project_id: project.id,
    overview: {
      jobs: byStatus('job'),
      monitors: byStatus('monitor'),
      datasets: total('dataset'),
      monitor_groups: { total: 0 },
      webhooks: total('webhook'),
    },
  };
}

/** Puts a resource into a project: webhooks may be in several, everything else in one. Gives back the outcome. */
function add(
  { kinds }: ExtractionContext,
  { id: projectId }: Project,
  { resource_type: type, resource_id: id }: z.infer<typeof resource>,
  caller: Owner,
) {
  const held = HELD.find((kind) => kind === type);
  const item = held && kinds[held].usable(id, caller, held === 'webhook' ? 'view' : 'edit');
  const already_exists = item?.projectIds.includes(projectId) === true;
  const isElsewhere = held !== 'webhook' && !already_exists && item?.projectIds.length !== 0;
  if (!held || !item || isElsewhere)
    return {
      success: false,
      message: `There is no ${type} ${id.slice(0, 100)} that is free for it`,
      already_exists,
    };
  if (!already_exists) kinds[held].moveTo(id, [...item.projectIds, projectId]);
  return { success: true, message: 'It is in the project', already_exists };
}

/** Takes a resource out of a project; false when it is not in it. */
function leave({ kinds }: ExtractionContext, type: Held, id: string, projectId: string): boolean {
  const { projectIds = [] } = kinds[type].known(id) ?? {};
  if (!projectIds.includes(projectId)) return false;
  kinds[type].moveTo(
    id,
    projectIds.filter((other) => other !== projectId),
  );
  return true;
}

/**
 * Deletes a project. Its jobs, monitors and datasets go with it when `withResources`, else they only leave it;
 * webhooks are detached, never deleted. Gives back how many of each kind were deleted, and `webhook_unlinked`.
 */
function deleteProject(context: ExtractionContext, project: Project, withResources: boolean) {
  const { kinds } = context;
  const members = membersOf(context, project);
  const counts = { job: 0, monitor: 0, dataset: 0, webhook_unlinked: 0 };
  for (const { resource_type: type, resource_id: id } of members) {
    leave(context, type, id, project.id);
    if (type === 'webhook') counts.webhook_unlinked += 1;
    else if (withResources) {
      counts[type] += 1;
      if (type === 'dataset') kinds.dataset.remove(id);
      else (type === 'job' ? hideJob : hideMonitor)(context, id);
    }
  }
  kinds.project.remove(project.id);
  return counts;
}
