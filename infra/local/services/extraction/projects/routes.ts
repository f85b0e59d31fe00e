import { Hono } from 'hono';
import * as z from 'zod';
import { PROJECT_RESOURCES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { type Call, readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { readAs, RequestRefused } from '../../kit/http/refusal.ts';
import { isListed, type Permission, sharingInfo } from '../accounts/access.ts';
import { type Owner, ownerOf, partOf } from '../accounts/owner.ts';
import { isFound, listFields, pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
import { inOneChange } from '../collection.ts';
import type { ExtractionContext, Project } from '../context.ts';
import { countBy } from '../datasets/views.ts';
import { hideJob } from '../jobs/routes.ts';
import { hideMonitor } from '../monitors/create.ts';
import { addMember, type Member, membersOf, memberView, removeMember, setProject } from './resources.ts';
import { usableProject } from './usable.ts';

const name = z.string().trim().min(1).max(500);
const description = z.string().max(10_000).nullish();
const resourceType = z.enum(PROJECT_RESOURCES);
const createBody = z.object({ name, description });
const changeBody = z.object({ name: name.optional(), description });
const resourcesBody = z.object({
  resources: z
    .array(z.object({ resource_type: resourceType, resource_id: z.string() }))
    .min(1)
    .max(1_000),
});
const listQuery = z.object({
  ...pagingFields(),
  ...listFields,
});
const resourcesQuery = z.object({ ...pagingFields(), resource_type: resourceType.optional() });
const deleteQuery = z.object({ delete_resources: z.enum(['true', 'false', '1', '0']).default('false') });

/** The calls about projects (extraction service, projects). */
export function projectRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  app.get('/projects', (call) => call.json(list(context, call)));
  app.post('/projects', (call) => create(context, call));
  app.get('/projects/:project_id', (call) => call.json(read(context, call)));
  app.patch('/projects/:project_id', (call) => change(context, call));
  app.delete('/projects/:project_id', (call) => call.json(remove(context, call)));
  app.get('/projects/:project_id/overview', (call) => call.json(overview(context, call)));
  app.get('/projects/:project_id/resources', (call) => call.json(listResources(context, call)));
  app.post('/projects/:project_id/resources', (call) => addResources(context, call));
  app.delete('/projects/:project_id/resources/:resource_type/:resource_id', (call) =>
    call.json(takeOut(context, call)),
  );
  return app;
}

function projectOf(context: ExtractionContext, call: Call, need: Permission = 'view'): Project {
  return usableProject(context, ownerOf(call), partOf(call, 'project_id'), need);
}

function viewOf(context: ExtractionContext, project: Project, caller: Owner) {
  return {
    project_id: project.id,
    name: project.name,
    description: project.description,
    resources_count: membersOf(context, project).length,
    created_at: isoOf(project.createdAt),
    updated_at: isoOf(project.updatedAt),
    sharing_info: sharingInfo({ item: project, caller, sharing: context.settings.sharing }),
  };
}

function list(context: ExtractionContext, call: Call) {
  const owner = ownerOf(call);
  const { page, page_size, search, ownership } = readQuery(listQuery, call);
  const { sharing } = context.settings;
  const projects = context.store.projects
    .list({ within: owner.organization })
    .filter((project) => isListed(ownership, { item: project, caller: owner, sharing }))
    .filter((project) => isFound(project.name, search));
  return pageOf(projects, {
    page,
    page_size,
    name: 'projects',
    view: (project) => viewOf(context, project, owner),
  });
}

async function create(context: ExtractionContext, call: Call) {
  const body = await readBodyAs(createBody, call);
  const now = context.clock.now();
  const project: Project = {
    id: context.newId(),
    owner: ownerOf(call),
    createdAt: now,
    updatedAt: now,
    name: body.name,
    description: body.description ?? null,
    webhookIds: [],
  };
  context.store.projects.put(project.id, project, ownerOf(call).organization);
  return call.json(
    { success: true, message: 'Project created', project_id: project.id, name: project.name },
    201,
  );
}

function read(context: ExtractionContext, call: Call) {
  const project = projectOf(context, call);
  return { success: true, message: 'Project found', ...viewOf(context, project, ownerOf(call)) };
}

async function change(context: ExtractionContext, call: Call) {
  const body = await readBodyAs(changeBody, call);
  const project = projectOf(context, call, 'edit');
  context.store.projects.put(project.id, {
    ...project,
    updatedAt: context.clock.now(),
    name: body.name ?? project.name,
    description: body.description === undefined ? project.description : body.description,
  });
  return call.json({ success: true, message: 'Project updated', project_id: project.id });
}

function remove(context: ExtractionContext, call: Call) {
  const project = projectOf(context, call, 'manage');
  const { delete_resources } = readQuery(deleteQuery, call);
  const withResources = delete_resources === 'true' || delete_resources === '1';
  const deleted = deleteProject(context, project, { withResources });
  return { success: true, message: 'Project deleted', project_id: project.id, deleted_resources: deleted };
}

/** How many of each kind by their state; of datasets and webhooks the total too. */
function overview(context: ExtractionContext, call: Call) {
  const project = projectOf(context, call);
  const members = membersOf(context, project);
  const byStatus = (type: string) =>
    countBy(members.filter((member) => member.type === type).map(({ status }) => status));
  const total = (type: string) => ({
    total: members.filter((member) => member.type === type).length,
    ...byStatus(type),
  });
  return {
    project_id: project.id,
    overview: {
      jobs: byStatus('job'),
      monitors: byStatus('monitor'),
      datasets: total('dataset'),
      monitor_groups: total('monitor_group'),
      webhooks: total('webhook'),
    },
  };
}

function listResources(context: ExtractionContext, call: Call) {
  const project = projectOf(context, call);
  const { page, page_size, resource_type } = readQuery(resourcesQuery, call);
  const members = membersOf(context, project).filter(
    ({ type }) => resource_type === undefined || type === resource_type,
  );
  return pageOf(members, { page, page_size, name: 'resources', view: memberView });
}

/** Each resource has its own result. `success` says whether all of them are in the project now. */
async function addResources(context: ExtractionContext, call: Call) {
  const { resources } = await readBodyAs(resourcesBody, call);
  const results = resources.map(({ resource_type, resource_id }) => {
    const project = projectOf(context, call, 'edit');
    return addMember(context, { project, caller: ownerOf(call), type: resource_type, id: resource_id });
  });
  const added = results.filter(({ success }) => success).length;
  return call.json({
    success: added === results.length,
    message: `${added} of ${results.length} are in the project`,
    results,
  });
}

function takeOut(context: ExtractionContext, call: Call) {
  const project = projectOf(context, call, 'edit');
  const type = readAs(resourceType, partOf(call, 'resource_type'), { at: 'path' });
  const removed = removeMember(context, project, { type, id: partOf(call, 'resource_id') });
  if (!removed) throw new RequestRefused(404, `This ${type} is not in the project`);
  return { success: true, message: 'Removed from the project' };
}

/**
 * Deletes a project. Its jobs, monitors and datasets go with it when `withResources`, else they only leave it;
 * webhooks are detached, never deleted. Gives back how many of each kind were deleted, and `webhook_unlinked`.
 */
function deleteProject(
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
