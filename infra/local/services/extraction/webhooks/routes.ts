import { isIP } from 'node:net';
import { Hono } from 'hono';
import * as z from 'zod';
import { defined } from '../../../../../shared/domain/lib/fields.ts';
import { isPublicHost } from '../../../../../shared/providers/http/public-address.ts';
import { type Call, readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { ownerOf } from '../accounts/owner.ts';
import { readQuery } from '../accounts/paging.ts';
import { listQuery, openResource } from '../accounts/resource.ts';
import type { ExtractionContext } from '../context.ts';
import { usableProject } from '../accounts/access.ts';
import { linkWebhook, unlinkWebhook } from '../projects/usable.ts';
import { type Dispatcher, isTaken } from './dispatcher.ts';
import { templateFault, type Webhook, webhookFields, webhookView } from './webhook.ts';

const testBody = z.object({ payload: z.record(z.string(), z.unknown()).nullish() });

/** The webhooks of the callers. Each may be in several projects, which name it. */
export function webhooksOfCallers(context: ExtractionContext) {
  const { webhooks, projects } = context.store;
  return openResource(context, {
    kind: 'Webhook',
    collection: webhooks,
    text: ({ name }) => name,
    isIn: ({ id }, projectId) => projects.get(projectId)?.webhookIds.includes(id) === true,
  });
}

/** The calls about webhooks themselves (extraction service, webhooks). */
export function webhookRoutes(context: ExtractionContext, dispatcher: Dispatcher): ServiceApp {
  const app: ServiceApp = new Hono();
  const webhooks = webhooksOfCallers(context);
  app.post('/webhooks', async (call) => {
    const { project_id, ...body } = await readBodyAs(createBody, call);
    const project = project_id ? usableProject(context, ownerOf(call), project_id, 'edit') : undefined;
    const fields = { ...body, type: typeOf(body), is_active: true };
    assertUsable(fields, context.settings);
    const webhook = webhooks.put({ ...webhooks.begin(ownerOf(call)), ...fields });
    if (project) linkWebhook(context, project, webhook.id);
    return call.json(answer('Webhook created', webhook), 201);
  });
  app.get('/webhooks', (call) => {
    const query = readQuery(listQuery(), call);
    return call.json(webhooks.list(call, query, { name: 'webhooks', view: webhookView }));
  });
  app.get('/webhooks/:webhook_id', (call) => call.json(answer('Webhook found', webhooks.of(call))));
  app.patch('/webhooks/:webhook_id', async (call) => {
    const fields = defined<Partial<Webhook>>(await readBodyAs(changeBody, call));
    const webhook = webhooks.of(call, 'edit');
    assertUsable({ ...webhook, ...fields }, context.settings);
    return call.json(answer('Webhook updated', webhooks.change(webhook, fields)));
  });
  app.delete('/webhooks/:webhook_id', (call) => remove(context, webhooks.of(call, 'manage'), call));
  app.post('/webhooks/:webhook_id/test', async (call) => {
    const { payload } = await readBodyAs(testBody, call);
    return call.json(await test(dispatcher, webhooks.of(call), payload));
  });
  return app;
}

function answer(message: string, webhook: Webhook) {
  return { success: true, message, webhook: webhookView(webhook) };
}

/** Deletes a webhook with its assignments and open deliveries; its history stays. */
function remove(context: ExtractionContext, { id }: Webhook, call: Call) {
  const { webhooks, assignments, deliveries } = context.store;
  webhooks.delete(id);
  assignments.clear(id);
  for (const delivery of deliveries.list({ within: id })) context.agenda.drop(`delivery ${delivery.id}`);
  deliveries.clear(id);
  unlinkWebhook(context, id);
  return call.body(null, 204);
}

/** Sends the given payload, or a sample, at once. `success: false` says that the receiver refused it. */
async function test(dispatcher: Dispatcher, webhook: Webhook, payload?: Record<string, unknown> | null) {
  if (!webhook.is_active) throw new RequestRefused(422, 'The webhook is switched off: set is_active first');
  const sent = await dispatcher.test(webhook, payload ?? sampleFor(webhook));
  const [status, body] = 'status' in sent ? [sent.status, sent.body] : [null, null];
  const failure = 'failure' in sent ? sent.failure : `The receiver answered ${status}`;
  const success = isTaken(sent);
  return {
    success,
    message: success ? 'Test delivered' : failure,
    http_status_code: status,
    response_body: body,
  };
}

function sampleFor({ id, delivery_mode: mode }: Webhook): Record<string, unknown> {
  const record = { record_id: '0', record_title: 'A test of this webhook', enrichment: {}, citations: [] };
  const about = { event: 'test', webhook_id: id, records_count: 1 };
  return mode === 'full' ? { ...about, records: [record] } : { ...about, record };
}

/** The body of a change: what is left out stays; null takes auth and formatter away. */
const changeBody = webhookFields.partial();

/** A field that may be left out or null, with what it is then. */
function orElse<T extends z.ZodType>(schema: T, value: z.infer<T>) {
  return schema.nullish().transform((given): z.infer<T> => given ?? value);
}

const { type, delivery_mode, method, headers, params, auth, formatter_config } = webhookFields.shape;

/** The body of a new webhook (extraction service, webhooks). */
export const createBody = webhookFields.omit({ is_active: true }).extend({
  type: type.nullish(),
  delivery_mode: delivery_mode.default('full'),
  method: method.default('POST'),
  headers: orElse(headers, {}),
  params: orElse(params, {}),
  auth: orElse(auth, null),
  formatter_config: orElse(formatter_config, null),
  project_id: z.string().nullish(),
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
  { url, type, formatter_config: formatter }: Pick<Webhook, 'url' | 'type' | 'formatter_config'>,
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
