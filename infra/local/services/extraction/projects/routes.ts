import { Hono } from 'hono';
import * as z from 'zod';
import { PROJECT_RESOURCES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { type Call, readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { readAs, RequestRefused } from '../../kit/http/refusal.ts';
import { type Permission, sharingInfo, usableProject } from '../accounts/access.ts';
import { type Owner, ownerOf, partOf } from '../accounts/owner.ts';
import { pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
import { listQuery, openResource } from '../accounts/resource.ts';
import { inOneChange } from '../collection.ts';
import type { ExtractionContext, Project } from '../context.ts';
import { countBy } from '../datasets/views.ts';
import { addMember, kindsOf, membersOf, memberView, removeMember } from './resources.ts';

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
const resourcesQuery = z.object({ ...pagingFields(), resource_type: resourceType.optional() });
const deleteQuery = z.object({ delete_resources: z.enum(['true', 'false', '1', '0']).default('false') });

/** The calls about projects (extraction service, projects). */
export function projectRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  const projects = openResource(context, {
    kind: 'Project',
    collection: context.store.projects,
    text: ({ name }) => name,
  });
  const of = (call: Call, need: Permission = 'view') =>
    usableProject(context, ownerOf(call), partOf(call, 'project_id'), need);
  const done = (message: string, id?: string) => ({ success: true, message, ...(id && { project_id: id }) });
  app.get('/projects', (call) => {
    const view = (project: Project) => viewOf(context, project, ownerOf(call));
    return call.json(projects.list(call, readQuery(listQuery(), call), { name: 'projects', view }));
  });
  app.post('/projects', async (call) => {
    const { name, description = null } = await readBodyAs(createBody, call);
    const project = projects.put({ ...projects.begin(ownerOf(call)), name, description, webhookIds: [] });
    return call.json({ ...done('Project created', project.id), name }, 201);
  });
  app.get('/projects/:project_id', (call) => {
    const project = of(call);
    return call.json({ ...done('Project found'), ...viewOf(context, project, ownerOf(call)) });
  });
  app.patch('/projects/:project_id', async (call) => {
    const body = await readBodyAs(changeBody, call);
    const project = projects.change(of(call, 'edit'), body);
    return call.json(done('Project updated', project.id));
  });
  app.delete('/projects/:project_id', (call) => {
    const project = of(call, 'manage');
    const withResources = /^(?:true|1)$/.test(readQuery(deleteQuery, call).delete_resources);
    const deleted_resources = deleteProject(context, project, { withResources });
    return call.json({ ...done('Project deleted', project.id), deleted_resources });
  });
  app.get('/projects/:project_id/overview', (call) => call.json(overview(context, of(call))));
  app.get('/projects/:project_id/resources', (call) => {
    const { resource_type, ...paging } = readQuery(resourcesQuery, call);
    const members = membersOf(context, of(call)).filter(
      ({ type }) => resource_type === undefined || type === resource_type,
    );
    return call.json(pageOf(members, { ...paging, name: 'resources', view: memberView }));
  });
  app.post('/projects/:project_id/resources', async (call) => {
    const { resources } = await readBodyAs(resourcesBody, call);
    // Each resource has its own result. `success` says whether all of them are in the project now.
    const results = resources.map(({ resource_type, resource_id }) =>
      addMember(context, {
        project: of(call, 'edit'),
        caller: ownerOf(call),
        type: resource_type,
        id: resource_id,
      }),
    );
    const added = results.filter(({ success }) => success).length;
    const message = `${added} of ${results.length} are in the project`;
    return call.json({ success: added === results.length, message, results });
  });
  app.delete('/projects/:project_id/resources/:resource_type/:resource_id', (call) => {
    const type = readAs(resourceType, partOf(call, 'resource_type'), { at: 'path' });
    const removed = removeMember(context, of(call, 'edit'), { type, id: partOf(call, 'resource_id') });
    if (!removed) throw new RequestRefused(404, `This ${type} is not in the project`);
    return call.json(done('Removed from the project'));
  });
  return app;
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

/** How many of each kind by their state; of datasets and webhooks the total too. */
function overview(context: ExtractionContext, project: Project) {
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

/**
 * Deletes a project. Its jobs, monitors and datasets go with it when `withResources`, else they only leave it;
 * webhooks are detached, never deleted. Gives back how many of each kind were deleted, and `webhook_unlinked`.
 */
function deleteProject(
  context: ExtractionContext,
  project: Project,
  { withResources }: { withResources: boolean },
): Record<string, number> {
  const kinds = kindsOf(context);
  const counts = { job: 0, monitor: 0, dataset: 0, webhook_unlinked: project.webhookIds.length };
  inOneChange(context.database, () => {
    for (const type of ['job', 'monitor', 'dataset'] as const) {
      for (const { id } of kinds[type].in(project.id)) {
        kinds[type].put(id, undefined);
        if (!withResources) continue;
        kinds[type].hide(id);
        counts[type] += 1;
      }
    }
    context.store.projects.delete(project.id);
  });
  return counts;
}
