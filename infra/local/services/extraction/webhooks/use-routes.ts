import { Hono } from 'hono';
import * as z from 'zod';
import { NOTIFYING_RESOURCES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { type Call, readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { readAs, RequestRefused } from '../../kit/http/refusal.ts';
import { findUsable, isListed } from '../accounts/access.ts';
import { ownerOf, partOf } from '../accounts/owner.ts';
import { pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
import type { Assignment, Attempt, ExtractionContext } from '../context.ts';
import { jobNotice } from '../jobs/records.ts';
import { noticeOf } from '../monitors/run-end.ts';
import { assignmentsOf, assignWebhooks, type Resource, unassign, webhooksOf } from './assign.ts';
import type { Dispatcher, Notice } from './dispatcher.ts';
import { webhooksOfCallers } from './routes.ts';
import { webhookView } from './webhook.ts';

const resourceType = z.enum(NOTIFYING_RESOURCES);
const assignBody = z.object({ resource_type: resourceType, resource_id: z.string() });
const resourcesQuery = z.object({ ...pagingFields(), resource_type: resourceType.optional() });
const webhooksQuery = z.object({ ...pagingFields(), is_active: z.enum(['true', 'false']).optional() });
const triggerQuery = z.object({ webhook_id: z.string().optional(), job_id: z.string().optional() });
const triggerBody = z.object({ webhook_id: z.string().nullish(), job_id: z.string().nullish() });
const historyQuery = z
  .object({
    ...pagingFields({ size: 50 }),
    webhook_id: z.string().optional(),
    resource_type: z.enum([...NOTIFYING_RESOURCES, 'test']).optional(),
    resource_id: z.string().optional(),
  })
  .refine(
    ({ webhook_id, resource_type, resource_id }) =>
      webhook_id === undefined || (resource_type === undefined && resource_id === undefined),
    'Give webhook_id, or resource_type with resource_id, but not both',
  );

/** The calls that use webhooks: assignments, history, deliveries by hand (extraction service, webhooks). */
export function webhookUseRoutes(context: ExtractionContext, dispatcher: Dispatcher): ServiceApp {
  const app: ServiceApp = new Hono();
  app.post('/webhooks/:webhook_id/resources', (call) => assign(context, call));
  app.get('/webhooks/:webhook_id/resources', (call) => call.json(listResources(context, call)));
  app.delete('/webhooks/:webhook_id/resources/:resource_type/:resource_id', (call) => detach(context, call));
  app.get('/resources/:resource_type/:resource_id/webhooks', (call) =>
    call.json(listWebhooks(context, call)),
  );
  app.get('/webhook-history', (call) => call.json(history(context, call)));
  app.post('/webhook/trigger/:resource_type/:resource_id', (call) => trigger(context, dispatcher, call));
  return app;
}

function assignmentView(assignment: Assignment) {
  const { begun: _, ...shown } = assignment;
  return shown;
}

function attemptView(attempt: Attempt) {
  const { deliveryId: _, ...shown } = attempt;
  return shown;
}

/** The job or monitor that a path or body names. @throws RequestRefused 404, 403, or 422 for another type. */
function resourceOf(context: ExtractionContext, call: Call, named: { type: string; id: string }): Resource {
  const type = readAs(resourceType, named.type, { at: 'path' });
  const search = { id: named.id, caller: ownerOf(call) };
  if (type === 'job') findUsable(context, context.store.jobs, { ...search, kind: 'Job' });
  else if (type === 'monitor') findUsable(context, context.store.monitors, { ...search, kind: 'Monitor' });
  else throw new RequestRefused(404, `Monitor group ${named.id.slice(0, 100)} not found`);
  return { type, id: named.id };
}

function pathResource(context: ExtractionContext, call: Call): Resource {
  return resourceOf(context, call, { type: partOf(call, 'resource_type'), id: partOf(call, 'resource_id') });
}

async function assign(context: ExtractionContext, call: Call) {
  const body = await readBodyAs(assignBody, call);
  const webhook = webhooksOfCallers(context).of(call);
  const resource = resourceOf(context, call, { type: body.resource_type, id: body.resource_id });
  const existed = assignmentsOf(context, resource).some(({ webhook_id }) => webhook_id === webhook.id);
  const [mapping] = assignWebhooks(context, [webhook], resource);
  return call.json(
    {
      success: true,
      message: existed ? 'The webhook was assigned already' : 'Webhook assigned',
      already_existed: existed,
      mapping: mapping && assignmentView(mapping),
    },
    existed ? 200 : 201,
  );
}

function listResources(context: ExtractionContext, call: Call) {
  const { id } = webhooksOfCallers(context).of(call);
  const { page, page_size, resource_type } = readQuery(resourcesQuery, call);
  const mappings = context.store.assignments
    .list({ within: id })
    .filter((mapping) => resource_type === undefined || mapping.resource_type === resource_type);
  return pageOf(mappings, { page, page_size, name: 'resources', view: assignmentView });
}

/** Ends an assignment. A second call answers the same. */
function detach(context: ExtractionContext, call: Call) {
  const { id } = webhooksOfCallers(context).of(call);
  const type = readAs(resourceType, partOf(call, 'resource_type'), { at: 'path' });
  unassign(context, id, { type, id: partOf(call, 'resource_id') });
  return call.body(null, 204);
}

function listWebhooks(context: ExtractionContext, call: Call) {
  const { page, page_size, is_active } = readQuery(webhooksQuery, call);
  const webhooks = webhooksOf(context, pathResource(context, call)).filter(
    (webhook) => is_active === undefined || String(webhook.is_active) === is_active,
  );
  return pageOf(webhooks, { page, page_size, name: 'webhooks', view: webhookView });
}

/**
 * Attempts, newest first, as far as the caller may see the webhooks: of one webhook, of one resource, of all
 * resources of a type, such as `test`, or all of them.
 *
 * @throws RequestRefused 422, if the service is strict, for anything but one webhook or one resource.
 */
function history(context: ExtractionContext, call: Call) {
  const { store, settings } = context;
  const owner = ownerOf(call);
  const { page, page_size, webhook_id, resource_type, resource_id } = readQuery(historyQuery, call);
  const isOne = webhook_id !== undefined || (resource_type !== undefined && resource_id !== undefined);
  if (settings.strict && !isOne)
    throw new RequestRefused(422, 'Give webhook_id, or resource_type with resource_id');
  const paging = { page, page_size, name: 'items', view: attemptView };
  const { sharing } = settings;
  if (webhook_id !== undefined) {
    findUsable(context, store.webhooks, { id: webhook_id, kind: 'Webhook', caller: owner });
    const attempts = store.attempts.list({ within: webhook_id, newestFirst: true });
    return { mode: 'webhook', webhook_id, ...pageOf(attempts, paging) };
  }
  const visible = store.webhooks.list().filter((item) => isListed('all', { item, caller: owner, sharing }));
  const ids = new Set(visible.map(({ id }) => id));
  const attempts = store.attempts
    .list({ newestFirst: true })
    .filter((attempt) => resource_type === undefined || attempt.resource_type === resource_type)
    .filter((attempt) => resource_id === undefined || attempt.resource_id === resource_id)
    .filter((attempt) => ids.has(attempt.webhook_id));
  const isOfResources = resource_type !== undefined || resource_id !== undefined;
  return {
    mode: isOfResources ? 'resource' : 'all',
    resource_type,
    resource_id,
    ...pageOf(attempts, paging),
  };
}

/**
 * Delivers by hand, later: to the webhook that is named, else to all that are assigned. The names are in the query or
 * in the body; those of the query win.
 */
async function trigger(context: ExtractionContext, dispatcher: Dispatcher, call: Call) {
  const resource = pathResource(context, call);
  const inBody = await readBodyAs(triggerBody, call);
  const inQuery = readQuery(triggerQuery, call);
  const webhook_id = inQuery.webhook_id ?? inBody.webhook_id ?? undefined;
  const job_id = inQuery.job_id ?? inBody.job_id ?? undefined;
  const assigned = webhooksOf(context, resource);
  const webhooks = webhook_id === undefined ? assigned : assigned.filter(({ id }) => id === webhook_id);
  if (webhooks.length === 0) {
    throw new RequestRefused(
      404,
      webhook_id === undefined
        ? 'No webhook is assigned to this resource'
        : 'The webhook is not assigned to this resource',
    );
  }
  const notice = triggerNotice(context, resource, job_id);
  for (const webhook of webhooks) dispatcher.notify(webhook, notice);
  return call.json({ success: true, message: `Deliveries that have begun: ${webhooks.length}` });
}

/**
 * What a delivery by hand holds: the records of a job; of a monitor those that its latest run, or the run `jobId`,
 * was the first to find. The reference job counts as a run.
 *
 * @throws RequestRefused 404 for a run that the monitor does not have, or a job id that is not the job's own.
 */
function triggerNotice(context: ExtractionContext, { type, id }: Resource, jobId?: string): Notice {
  const { store } = context;
  const job = type === 'job' ? store.jobs.get(id) : undefined;
  if (job) {
    if (jobId !== undefined && jobId !== id) throw new RequestRefused(404, 'job_id is another job');
    return jobNotice(context, job);
  }
  const monitor = store.monitors.get(id);
  if (!monitor) throw new RequestRefused(404, `There is no ${type} ${id.slice(0, 100)}`);
  const ended = store.runs
    .list({ within: id, newestFirst: true })
    .filter(({ status }) => status === 'job_completed');
  const runs = [...ended.map((run) => run.jobId), monitor.referenceJobId];
  const replayed = jobId ?? runs[0] ?? monitor.referenceJobId;
  if (!runs.includes(replayed))
    throw new RequestRefused(404, 'The monitor has no completed run of this job_id');
  const records = store.monitorRecords.list({ within: id }).filter((record) => record.jobId === replayed);
  return noticeOf(context, { monitor, jobId: replayed, records });
}
