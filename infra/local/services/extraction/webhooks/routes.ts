import { Hono } from 'hono';
import * as z from 'zod';
import type { Call, ServiceApp } from '../../kit/http/local-service.ts';
import { readBodyAs } from '../../kit/http/read-request.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { pathItem, isListed, type Permission } from '../accounts/access.ts';
import { isFound, pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { ownerOf } from '../calls.ts';
import { linkWebhook, unlinkWebhook } from '../projects/link-webhook.ts';
import { usableProject } from '../projects/usable.ts';
import { type Dispatcher, isTaken } from './dispatcher.ts';
import { type Webhook, webhookView } from './webhook.ts';
import { assertUsable, changeBody, createBody, typeOf } from './webhook-body.ts';

const listQuery = z.object({
  ...pagingFields(),
  search: z.string().optional(),
  project_id: z.string().optional(),
});
const testBody = z.object({ payload: z.record(z.string(), z.unknown()).nullish() });

/** The calls about webhooks themselves (extraction service, webhooks). */
export function webhookRoutes(context: ExtractionContext, dispatcher: Dispatcher): ServiceApp {
  const app: ServiceApp = new Hono();
  app.post('/webhooks', (call) => create(context, call));
  app.get('/webhooks', (call) => call.json(list(context, call)));
  app.get('/webhooks/:webhook_id', (call) =>
    call.json(webhookAnswer('Webhook found', webhookOf(context, call))),
  );
  app.patch('/webhooks/:webhook_id', (call) => change(context, call));
  app.delete('/webhooks/:webhook_id', (call) => remove(context, call));
  app.post('/webhooks/:webhook_id/test', (call) => test(context, dispatcher, call));
  return app;
}

function webhookAnswer(message: string, webhook: Webhook) {
  return { success: true, message, webhook: webhookView(webhook) };
}

/** The webhook that a path names. @throws RequestRefused 404 or 403. */
export function webhookOf(context: ExtractionContext, call: Call, need?: Permission): Webhook {
  return pathItem(context, call, { collection: context.store.webhooks, kind: 'Webhook', need });
}

async function create(context: ExtractionContext, call: Call) {
  const body = await readBodyAs(createBody, call);
  const project = body.project_id
    ? usableProject(context, ownerOf(call), body.project_id, 'edit')
    : undefined;
  const now = context.clock.now();
  const webhook: Webhook = {
    id: context.newId(),
    owner: ownerOf(call),
    createdAt: now,
    updatedAt: now,
    name: body.name,
    url: body.url,
    type: typeOf(body),
    mode: body.delivery_mode,
    method: body.method,
    headers: body.headers ?? {},
    params: body.params ?? {},
    auth: body.auth ?? null,
    formatter: body.formatter_config ?? null,
    active: true,
  };
  assertUsable(webhook, context.settings);
  context.store.webhooks.put(webhook.id, webhook, ownerOf(call).organization);
  if (project) linkWebhook(context, project, webhook.id);
  return call.json(webhookAnswer('Webhook created', webhook), 201);
}

function list(context: ExtractionContext, call: Call) {
  const owner = ownerOf(call);
  const { page, page_size, search, project_id } = readQuery(listQuery, call);
  const { sharing } = context.settings;
  const linked = project_id === undefined ? undefined : usableProject(context, owner, project_id).webhookIds;
  const webhooks = context.store.webhooks
    .list({ within: owner.organization })
    .filter(
      (webhook) =>
        isListed('all', { item: webhook, caller: owner, sharing }) &&
        (linked === undefined || linked.includes(webhook.id)) &&
        isFound(webhook.name, search),
    );
  return pageOf(webhooks, { page, page_size, name: 'webhooks', view: webhookView });
}

async function change(context: ExtractionContext, call: Call) {
  const body = await readBodyAs(changeBody, call);
  const webhook = webhookOf(context, call, 'edit');
  const changed: Webhook = {
    ...webhook,
    updatedAt: context.clock.now(),
    name: body.name ?? webhook.name,
    url: body.url ?? webhook.url,
    type: body.type ?? webhook.type,
    mode: body.delivery_mode ?? webhook.mode,
    method: body.method ?? webhook.method,
    headers: body.headers ?? webhook.headers,
    params: body.params ?? webhook.params,
    auth: body.auth === undefined ? webhook.auth : body.auth,
    formatter: body.formatter_config === undefined ? webhook.formatter : body.formatter_config,
    active: body.is_active ?? webhook.active,
  };
  assertUsable(changed, context.settings);
  context.store.webhooks.put(webhook.id, changed);
  return call.json(webhookAnswer('Webhook updated', changed));
}

/** Deletes a webhook with its assignments and open deliveries; its history stays. */
function remove(context: ExtractionContext, call: Call) {
  const { id } = webhookOf(context, call, 'manage');
  const { webhooks, assignments, deliveries } = context.store;
  webhooks.delete(id);
  assignments.clear(id);
  for (const delivery of deliveries.list({ within: id })) context.agenda.drop(`delivery ${delivery.id}`);
  deliveries.clear(id);
  unlinkWebhook(context, id);
  return call.body(null, 204);
}

/** Sends the given payload, or a sample, at once. `success: false` says that the receiver refused it. */
async function test(context: ExtractionContext, dispatcher: Dispatcher, call: Call) {
  const { payload } = await readBodyAs(testBody, call);
  const webhook = webhookOf(context, call);
  if (!webhook.active) throw new RequestRefused(422, 'The webhook is switched off: set is_active first');
  const answer = await dispatcher.test(webhook, payload ?? sampleFor(webhook));
  const success = isTaken(answer);
  return call.json({
    success,
    message: success
      ? 'Test delivered'
      : 'failure' in answer
        ? answer.failure
        : `The receiver answered ${answer.status}`,
    http_status_code: 'status' in answer ? answer.status : null,
    response_body: 'status' in answer ? answer.body : null,
  });
}

function sampleFor({ id, mode }: Webhook): Record<string, unknown> {
  const record = { record_id: '0', record_title: 'A test of this webhook', enrichment: {}, citations: [] };
  const about = { event: 'test', webhook_id: id, records_count: 1 };
  return mode === 'full' ? { ...about, records: [record] } : { ...about, record };
}
