import { Hono } from 'hono';
import * as z from 'zod';
import { omit } from '../../../../../shared/domain/lib/fields.ts';
import { NOTIFYING_RESOURCES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { type Call, readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { readAs, RequestRefused } from '../../kit/http/refusal.ts';
import { ownerOf, partOf } from '../accounts/owner.ts';
import { pageOf, pagingFields, readQuery } from '../accounts/resource.ts';
import type { ExtractionContext } from '../context.ts';
import { jobNotice } from '../jobs/views.ts';
import { completedRuns, runNotice } from '../monitors/runs.ts';
import type { Dispatcher, Notice } from './dispatcher.ts';
import {
  assignmentOf,
  assignWebhooks,
  type Notifying,
  unassign,
  webhooksOf,
  webhookView,
} from './webhook.ts';
import type { Attempt, Webhook } from '../stored.ts';

const resourceType = z.enum(NOTIFYING_RESOURCES);
const assignBody = z.object({ resource_type: resourceType, resource_id: z.string() });
const resourcesQuery = z.object({ ...pagingFields(), resource_type: resourceType.optional() });
const webhooksQuery = z.object({ ...pagingFields(), is_active: z.enum(['true', 'false']).optional() });
const triggerFields = z.object({ webhook_id: z.string().nullish(), job_id: z.string().nullish() });
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
  const { webhook: webhooks, job, monitor } = context.kinds;
  const typeOf = (call: Call) => readAs(resourceType, partOf(call, 'resource_type'), { at: 'path' });
  /** The job or monitor that is named. @throws RequestRefused 404 or 403. */
  const checked = (resource: Notifying, call: Call): Notifying => {
    const { type, id } = resource;
    if (type === 'monitor_group')
      throw new RequestRefused(404, `Monitor group ${id.slice(0, 100)} not found`);
    (type === 'job' ? job : monitor).find(id, ownerOf(call));
    return resource;
  };
  const inPath = (call: Call) => checked({ type: typeOf(call), id: partOf(call, 'resource_id') }, call);

  app.post('/webhooks/:webhook_id/resources', async (call) => {
    const { resource_type: type, resource_id: id } = await readBodyAs(assignBody, call);
    const webhook = webhooks.asked(call);
    const resource = checked({ type, id }, call);
    const already_existed = assignmentOf(webhook, resource) !== undefined;
    assignWebhooks(context, [webhook], resource);
    const message = already_existed ? 'The webhook was assigned already' : 'Webhook assigned';
    const mapping = mappingsOf(webhooks.asked(call)).find(({ resource_id }) => resource_id === id);
    return call.json({ success: true, message, already_existed, mapping }, already_existed ? 200 : 201);
  });
  app.get('/webhooks/:webhook_id/resources', (call) => {
    const webhook = webhooks.asked(call);
    const { resource_type: type, ...paging } = readQuery(resourcesQuery, call);
    const mappings = mappingsOf(webhook).filter((one) => type === undefined || one.resource_type === type);
    return call.json(pageOf(mappings, { ...paging, name: 'resources', view: (mapping) => mapping }));
  });
  // A second call answers the same.
  app.delete('/webhooks/:webhook_id/resources/:resource_type/:resource_id', (call) => {
    const { id } = webhooks.asked(call);
    const resource = { type: typeOf(call), id: partOf(call, 'resource_id') };
    unassign(context, resource, (webhook) => webhook.id !== id);
    return call.body(null, 204);
  });
  app.get('/resources/:resource_type/:resource_id/webhooks', (call) => {
    const { is_active: isActive, ...paging } = readQuery(webhooksQuery, call);
    const assigned = webhooksOf(context, inPath(call)).filter(
      (webhook) => isActive === undefined || String(webhook.is_active) === isActive,
    );
    return call.json(pageOf(assigned, { ...paging, name: 'webhooks', view: webhookView }));
  });
  app.get('/webhook-history', (call) => call.json(history(context, call)));
  // Later, to the webhook that is named, else to all that are assigned. Names of the query win over those of the body.
  app.post('/webhook/trigger/:resource_type/:resource_id', async (call) => {
    const resource = inPath(call);
    const given = { ...(await readBodyAs(triggerFields, call)), ...readQuery(triggerFields, call) };
    const { webhook_id: id } = given;
    const named = webhooksOf(context, resource).filter((webhook) => !id || webhook.id === id);
    if (named.length === 0)
      throw new RequestRefused(
        404,
        id ? 'The webhook is not assigned to this resource' : 'No webhook is assigned to this resource',
      );
    const notice = noticeOf(context, resource, given.job_id);
    for (const webhook of named) dispatcher.notify(webhook, notice);
    return call.json({ success: true, message: `Deliveries that have begun: ${named.length}` });
  });
  return app;
}

function mappingsOf({ id, assigned }: Webhook) {
  return assigned.map((one) => ({ webhook_id: id, ...omit(one, { begun: true }) }));
}

/**
 * Attempts, newest first, as far as the caller may see the webhooks: of one webhook, of one resource, of all
 * resources of a type, such as `test`, or all of them.
 *
 * @throws RequestRefused 422, if the service is strict, for anything but one webhook or one resource.
 */
function history({ store, settings, kinds }: ExtractionContext, call: Call) {
  const caller = ownerOf(call);
  const { page, page_size, ...narrow } = readQuery(historyQuery, call);
  const { webhook_id, resource_type, resource_id } = narrow;
  const isOne = webhook_id !== undefined || (resource_type !== undefined && resource_id !== undefined);
  if (settings.strict && !isOne)
    throw new RequestRefused(422, 'Give webhook_id, or resource_type with resource_id');
  if (webhook_id !== undefined) kinds.webhook.find(webhook_id, caller);
  const attempts = store.attempts
    .list(webhook_id)
    .filter(
      (one) =>
        (resource_type ?? one.resource_type) === one.resource_type &&
        (resource_id ?? one.resource_id) === one.resource_id &&
        kinds.webhook.usable(one.webhook_id, caller),
    );
  const mode = webhook_id ? 'webhook' : resource_type || resource_id ? 'resource' : 'all';
  const view = (attempt: Attempt) => omit(attempt, { deliveryId: true });
  return { mode, ...narrow, ...pageOf(attempts.toReversed(), { page, page_size, name: 'items', view }) };
}

/**
 * What a delivery by hand holds: the records of a job; of a monitor those that its latest run, or the run `jobId`,
 * was the first to find. The reference job counts as a run.
 *
 * @throws RequestRefused 404 for a run that the monitor does not have, or a job id that is not the job's own.
 */
function noticeOf(context: ExtractionContext, { type, id }: Notifying, jobId?: string | null): Notice {
  const { job: jobs, monitor: monitors } = context.kinds;
  const job = type === 'job' ? jobs.known(id) : undefined;
  if (job && jobId && jobId !== id) throw new RequestRefused(404, 'job_id is another job');
  if (job) return jobNotice(context, job);
  const monitor = monitors.known(id);
  if (!monitor) throw new RequestRefused(404, `There is no ${type} ${id.slice(0, 100)}`);
  const runs = [monitor.referenceJobId, ...completedRuns(context, monitor).map((run) => run.id)];
  const replayed = jobId ?? runs.at(-1) ?? '';
  if (!runs.includes(replayed))
    throw new RequestRefused(404, 'The monitor has no completed run of this job_id');
  return runNotice(context, monitor, replayed);
}
