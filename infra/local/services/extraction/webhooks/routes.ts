import { isIP } from 'node:net';
import { Hono } from 'hono';
import * as z from 'zod';
import {
  DELIVERY_METHODS,
  DELIVERY_MODES,
  WEBHOOK_TYPES,
} from '../../../../../shared/domain/services/extraction-rules.ts';
import { isPublicHost } from '../../../../../shared/providers/http/public-address.ts';
import { type Call, readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { isListed, pathItem, type Permission } from '../accounts/access.ts';
import { ownerOf } from '../accounts/owner.ts';
import { isFound, pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { linkWebhook, unlinkWebhook, usableProject } from '../projects/usable.ts';
import { type Dispatcher, isTaken } from './dispatcher.ts';
import {
  authSchema,
  formatterSchema,
  headersSchema,
  templateFault,
  type Webhook,
  webhookView,
} from './webhook.ts';

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

const name = z.string().trim().min(1).max(200);
const params = z.record(z.string().min(1), z.string());

/** The body of a new webhook (extraction service, webhooks). */
export const createBody = z.object({
  name,
  url: z.string().max(2_000),
  type: z.enum(WEBHOOK_TYPES).nullish(),
  delivery_mode: z.enum(DELIVERY_MODES).default('full'),
  method: z.enum(DELIVERY_METHODS).default('POST'),
  headers: headersSchema.nullish(),
  params: params.nullish(),
  auth: authSchema.nullish(),
  formatter_config: formatterSchema.nullish(),
  project_id: z.string().nullish(),
});

/** The body of a change: what is left out stays; null takes auth and formatter away. */
const changeBody = z.object({
  name: name.optional(),
  url: z.string().max(2_000).optional(),
  type: z.enum(WEBHOOK_TYPES).optional(),
  delivery_mode: z.enum(DELIVERY_MODES).optional(),
  method: z.enum(DELIVERY_METHODS).optional(),
  headers: headersSchema.optional(),
  params: params.optional(),
  auth: authSchema.nullable().optional(),
  formatter_config: formatterSchema.nullable().optional(),
  is_active: z.boolean().optional(),
});

/** The type a new webhook gets: the requested one, custom for a template, else that of its address. */
function typeOf({ type, url, formatter_config }: z.infer<typeof createBody>): Webhook['type'] {
  return type ?? (formatter_config ? 'custom' : typeFor(url));
}

/**
 * Refuses what single fields cannot show.
 *
 * @throws RequestRefused 422 that names the field: an address that is not public, a chat type on another host, a
 * template that is too long or no Liquid, or, of a strict service, a custom webhook without a template.
 */
function assertUsable(
  { url, type, formatter }: Pick<Webhook, 'url' | 'type' | 'formatter'>,
  settings: { allowLoopback: boolean; strict: boolean },
): void {
  const address = addressFault(url, settings);
  if (address !== undefined) throw refusedField(['url'], address);
  if (!typeFits(type, url)) throw refusedField(['url'], `url does not lead to the platform of type ${type}`);
  if (settings.strict && type === 'custom' && !formatter)
    throw refusedField(['formatter_config'], 'a custom webhook needs formatter_config');
  const template = formatter && templateFault(formatter.template);
  if (template) throw refusedField(['formatter_config', 'template'], template);
}

function refusedField(path: readonly string[], msg: string): RequestRefused {
  return new RequestRefused(422, msg, { issues: [{ loc: ['body', ...path], msg, type: 'value_error' }] });
}

/** Where the two chat platforms take messages. */
const CHAT_HOSTS = {
  slack: /^hooks\.slack\.com$/,
  teams: /(?:^|\.)(?:webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/,
} as const;

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Why a receiver's address is refused, or undefined when it is good: https on a public host name. With `allowLoopback`
 * this machine is good as well, with http too (extraction service, webhooks).
 */
export function addressFault(
  address: string,
  { allowLoopback }: { allowLoopback: boolean },
): string | undefined {
  if (!URL.canParse(address)) return 'url is not an address such as https://hooks.example.com/x';
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return 'url must not hold a name or password: use auth';
  if (allowLoopback && LOOPBACK_NAME.test(hostname) && /^https?:$/.test(protocol)) return undefined;
  if (protocol !== 'https:') return 'url must begin with https://';
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return 'url must name a host, not an IP address';
  if (!isPublicHost(hostname)) return 'url must name a public host';
  return undefined;
}

/** The type for an address when none is given: that of the chat platform it leads to, else generic. */
export function typeFor(address: string): Webhook['type'] {
  const hostname = URL.canParse(address) ? new URL(address).hostname : '';
  if (CHAT_HOSTS.slack.test(hostname)) return 'slack';
  return CHAT_HOSTS.teams.test(hostname) ? 'teams' : 'generic';
}

/** True when a webhook of this type may have this address: chat types only on their platform's hosts. */
function typeFits(type: Webhook['type'], address: string): boolean {
  return (type !== 'slack' && type !== 'teams') || typeFor(address) === type;
}
