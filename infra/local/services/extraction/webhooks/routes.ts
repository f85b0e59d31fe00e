import { isIP } from 'node:net';
import { Hono } from 'hono';
import * as z from 'zod';
import { defined } from '../../../../../shared/domain/lib/fields.ts';
import { isPublicHost } from '../../../../../shared/providers/http/public-address.ts';
import { readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { ownerOf } from '../accounts/owner.ts';
import { listQuery, readQuery } from '../accounts/resource.ts';
import type { ExtractionContext } from '../context.ts';
import { type Dispatcher, failureOf } from './dispatcher.ts';
import { templateFault, webhookView } from './webhook.ts';
import { type Webhook, webhookFields } from '../stored.ts';

const testBody = z.object({ payload: z.record(z.string(), z.unknown()).nullish() });

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

/** The calls about webhooks themselves (extraction service, webhooks). */
export function webhookRoutes(context: ExtractionContext, dispatcher: Dispatcher): ServiceApp {
  const app: ServiceApp = new Hono();
  const { webhook: webhooks, project: projects } = context.kinds;
  const answer = (message: string, webhook: Webhook) => ({
    success: true,
    message,
    webhook: webhookView(webhook),
  });
  app.post('/webhooks', async (call) => {
    const { project_id, ...body } = await readBodyAs(createBody, call);
    if (project_id) projects.find(project_id, ownerOf(call), 'edit');
    // The requested type, custom for a template, else that of the address.
    const ofBody = body.type ?? (body.formatter_config ? 'custom' : typeFor(body.url));
    const fields = { ...body, type: ofBody, is_active: true, assigned: [] };
    assertUsable(fields, context.settings);
    const webhook = webhooks.put({ ...webhooks.begin(ownerOf(call), project_id), ...fields });
    return call.json(answer('Webhook created', webhook), 201);
  });
  app.get('/webhooks', (call) =>
    call.json(webhooks.list(call, readQuery(listQuery(), call), { name: 'webhooks', view: webhookView })),
  );
  app.get('/webhooks/:webhook_id', (call) => call.json(answer('Webhook found', webhooks.asked(call))));
  app.patch('/webhooks/:webhook_id', async (call) => {
    const fields = defined<Partial<Webhook>>(await readBodyAs(changeBody, call));
    const webhook = webhooks.asked(call, 'edit');
    assertUsable({ ...webhook, ...fields }, context.settings);
    return call.json(answer('Webhook updated', webhooks.change(webhook, fields)));
  });
  // Its assignments and open deliveries end with it; its history stays.
  app.delete('/webhooks/:webhook_id', (call) => {
    const webhook = webhooks.asked(call, 'manage');
    webhooks.change(webhook, { is_active: false, assigned: [], auth: null, deleted: true });
    return call.body(null, 204);
  });
  app.post('/webhooks/:webhook_id/test', async (call) => {
    const { payload } = await readBodyAs(testBody, call);
    const webhook = webhooks.asked(call);
    if (!webhook.is_active) throw new RequestRefused(422, 'The webhook is switched off: set is_active first');
    const sent = await dispatcher.test(webhook, payload ?? sampleFor(webhook));
    const failure = failureOf(sent);
    return call.json({
      success: failure === undefined,
      message: failure ?? 'Test delivered',
      http_status_code: 'status' in sent ? sent.status : null,
      response_body: 'status' in sent ? sent.body : null,
    });
  });
  return app;
}

function sampleFor({ id, delivery_mode: mode }: Webhook): Record<string, unknown> {
  const record = { record_id: '0', record_title: 'A test of this webhook', enrichment: {}, citations: [] };
  const about = { event: 'test', webhook_id: id, records_count: 1 };
  return mode === 'full' ? { ...about, records: [record] } : { ...about, record };
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
  const refuse = (msg: string | null | undefined, ...path: string[]) => {
    if (!msg) return;
    throw new RequestRefused(422, msg, { issues: [{ loc: ['body', ...path], msg, type: 'value_error' }] });
  };
  refuse(addressFault(url, settings), 'url');
  if ((type === 'slack' || type === 'teams') && typeFor(url) !== type)
    refuse(`url does not lead to the platform of type ${type}`, 'url');
  if (settings.strict && type === 'custom' && !formatter)
    refuse('a custom webhook needs formatter_config', 'formatter_config');
  refuse(formatter && templateFault(formatter.template), 'formatter_config', 'template');
}

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
  return isPublicHost(hostname) ? undefined : 'url must name a public host';
}

/** The type for an address when none is given: that of the chat platform it leads to, else generic. */
export function typeFor(address: string): Webhook['type'] {
  const hostname = URL.canParse(address) ? new URL(address).hostname : '';
  if (hostname === 'hooks.slack.com') return 'slack';
  const teams = /(?:^|\.)(?:webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/;
  return teams.test(hostname) ? 'teams' : 'generic';
}
