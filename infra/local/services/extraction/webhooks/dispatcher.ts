import { request } from 'undici';
import { isoOf, SECOND } from '../../../../../shared/domain/time/instant.ts';
import { needPublicHost, publicAgent } from '../../../../../shared/providers/http/public-address.ts';
import { messageOf } from '../../kit/settings-file.ts';
import type { ExtractionContext } from '../context.ts';
import { type Notifying, renderTemplate } from './webhook.ts';
import type { Attempt, Delivery, Webhook, WebhookAuth } from '../stored.ts';
import type { OutboundAnswer, OutboundRequest, SendOutbound } from '../ports.ts';

/** What a webhook gets: fields of the body, and records, all at once or one by one. */
export interface Notice {
  resource: Notifying;
  jobId: string;
  fields: Readonly<Record<string, unknown>>;
  records: readonly unknown[];
}

/** Attempts are made so long after a delivery is due: 1, 5 and 25 s. After the last the delivery is lost. */
const ATTEMPT_DELAYS: readonly number[] = [1 * SECOND, 5 * SECOND, 25 * SECOND];

/** Brings notices to webhooks. A delivery is stored before its first attempt and survives a kill. */
export type Dispatcher = ReturnType<typeof createDispatcher>;

export function createDispatcher(context: ExtractionContext) {
  const { agenda, store, newId, clock, faults } = context;

  const appoint = (delivery: Delivery): void => {
    const delay = ATTEMPT_DELAYS[delivery.attempts];
    if (delay === undefined) return store.deliveries.delete(delivery.id);
    store.deliveries.put(delivery.id, delivery, delivery.webhookId);
    agenda.put(`delivery ${delivery.id}`, delivery.dueAt + delay, () => attempt(delivery));
  };

  const attempt = async (delivery: Delivery): Promise<void> => {
    const { id, webhookId, resource_type, resource_id, jobId, fields, attempts } = delivery;
    const webhook = store.webhooks.get(webhookId);
    if (!webhook?.is_active) return store.deliveries.delete(id);
    const answer = await send(webhook, fields, {
      deliveryId: id,
      resource_type,
      resource_id,
      additional_info: { job_id: jobId, records_count: Number(fields['records_count']) },
      attempt_number: attempts + 1,
    });
    if (failureOf(answer) === undefined) store.deliveries.delete(id);
    else appoint({ ...delivery, attempts: attempts + 1 });
  };

  /** Sends fields once, and notes what became of them in the history. */
  const send = async (
    webhook: Webhook,
    fields: Readonly<Record<string, unknown>>,
    about: Omit<Attempt, keyof ReturnType<typeof outcomeOf> | 'id' | 'webhook_id' | 'timestamp'>,
  ): Promise<OutboundAnswer> => {
    const { answer, warning } = await sendTo(context, webhook, fields);
    // Lines are never removed, so that their number is their id.
    const id = store.attempts.count() + 1;
    const timestamp = isoOf(clock.now());
    const outcome = outcomeOf(answer, warning);
    store.attempts.put(
      String(id),
      { ...about, ...outcome, id, webhook_id: webhook.id, timestamp },
      webhook.id,
    );
    return answer;
  };

  return {
    /** Starts the deliveries of a notice. A webhook that is switched off gets none. */
    notify(webhook: Webhook, notice: Notice): void {
      if (!webhook.is_active) return;
      for (const fields of bodiesOf(webhook, notice)) {
        if (faults.strikes('webhook-never-sent')) continue;
        const { type: resource_type, id: resource_id } = notice.resource;
        const about = { webhookId: webhook.id, resource_type, resource_id, jobId: notice.jobId };
        appoint({ ...about, id: newId(), fields, dueAt: clock.now(), attempts: 0 });
      }
    },
    /** Sends one request at once and notes it under the type `test`. */
    test: (webhook: Webhook, payload: Readonly<Record<string, unknown>>) =>
      send(webhook, payload, {
        resource_type: 'test',
        resource_id: webhook.id,
        additional_info: null,
        attempt_number: 1,
      }),
    /** Continues every delivery that an earlier process left. */
    resume: () => store.deliveries.list().forEach(appoint),
  };
}

/** Full: one body with all records. Per record: one body for each, and none when there are none. */
function bodiesOf(webhook: Webhook, { fields, records }: Notice): Record<string, unknown>[] {
  if (webhook.delivery_mode === 'full') return [{ ...fields, records_count: records.length, records }];
  return records.map((record) => ({ ...fields, records_count: 1, record }));
}

/** Builds the request and sends it; what a template throws is a failed attempt. */
async function sendTo(
  { send }: ExtractionContext,
  webhook: Webhook,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ answer: OutboundAnswer; warning: string | null }> {
  try {
    const { request, warning } = buildRequest(webhook, fields);
    return { answer: await send(request), warning };
  } catch (error) {
    return { answer: { failure: `The template failed: ${messageOf(error).split('\n')[0]}` }, warning: null };
  }
}

/** Why a delivery has failed; undefined for any 2xx. */
export function failureOf(answer: OutboundAnswer): string | undefined {
  if ('failure' in answer) return answer.failure;
  const isTaken = answer.status >= 200 && answer.status < 300;
  return isTaken ? undefined : `The receiver answered ${answer.status}`;
}

function outcomeOf(answer: OutboundAnswer, warning_message: string | null) {
  const failure = failureOf(answer);
  return {
    status_code: 'status' in answer ? answer.status : null,
    delivery_status: failure === undefined ? ('SUCCESS' as const) : ('FAILED' as const),
    error_message: failure ?? null,
    warning_message,
  };
}

/** Larger bodies are cut: the last records are left out. */
const LARGEST_BODY = 10 * 1024 * 1024;

/**
 * Builds the request that brings fields to a webhook: JSON, the text of a chat platform, or the rendered template. A
 * custom webhook without a template gets JSON.
 *
 * @throws when the template fails over these fields.
 */
export function buildRequest(webhook: Webhook, fields: Readonly<Record<string, unknown>>) {
  const url = new URL(webhook.url);
  for (const [name, value] of Object.entries(webhook.params)) url.searchParams.set(name, value);
  const { body, contentType, warning } = bodyFor(webhook, fields);
  const headers = {
    'user-agent': 'extraction-webhooks/1',
    ...(webhook.method === 'GET' ? {} : { 'content-type': contentType }),
    ...lowerCased(webhook.headers),
    ...(webhook.auth && authHeaders(webhook.auth)),
  };
  const { method } = webhook;
  const request: OutboundRequest = {
    url: url.href,
    method,
    headers,
    body: method === 'GET' ? undefined : body,
  };
  return { request, warning };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(
    own.filter(([name]) => !/^(host|content-length|transfer-encoding|connection)$/.test(name)),
  );
}

function authHeaders(auth: WebhookAuth): Record<string, string> {
  switch (auth.type) {
    case 'bearer':
      return { authorization: `Bearer ${auth.token}` };
    case 'api_key':
      return { [auth.header.toLowerCase()]: auth.value };
    case 'basic':
      return {
        authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`,
      };
  }
}

function bodyFor(
  { type, formatter_config: formatter }: Webhook,
  fields: Readonly<Record<string, unknown>>,
): { body: string; contentType: string; warning: string | null } {
  if (formatter) {
    const { template, content_type: contentType } = formatter;
    return { body: renderTemplate(template, fields), contentType, warning: null };
  }
  const contentType = 'application/json';
  const isChat = type === 'slack' || type === 'teams';
  if (isChat) return { body: JSON.stringify({ text: textOf(fields) }), contentType, warning: null };
  return { contentType, ...cutToSize(fields) };
}

/** What a chat platform shows: the event, how many records, and their titles. */
function textOf(fields: Readonly<Record<string, unknown>>): string {
  const records = Array.isArray(fields['records']) ? fields['records'] : [fields['record']];
  const titles = records.slice(0, 20).flatMap((record: unknown) => {
    const titled = typeof record === 'object' && record !== null && 'record_title' in record;
    return titled ? [`- ${String(record.record_title)}`] : [];
  });
  return [`${String(fields['event'])}: ${String(fields['records_count'])} records`, ...titles].join('\n');
}

/** The fields as JSON; records are left out from the end until it fits. */
function cutToSize(fields: Readonly<Record<string, unknown>>): { body: string; warning: string | null } {
  const records: unknown[] = Array.isArray(fields['records']) ? fields['records'] : [];
  let sent = records.length;
  let body = JSON.stringify(fields);
  while (Buffer.byteLength(body) > LARGEST_BODY && sent > 0) {
    sent = Math.floor(sent / 2);
    body = JSON.stringify({ ...fields, records: records.slice(0, sent) });
  }
  return { body, warning: sent < records.length ? `body cut: ${sent} of ${records.length} records` : null };
}

/** A receiver must have answered within this time (extraction service, what arrives at the receiver). */
const TIME_LIMIT = 5 * SECOND;
/** The addresses of this machine. */
const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';
/** So much of an answer is kept, in characters. */
const KEPT_ANSWER = 1_000;

/**
 * A sender over HTTP. A name is looked up once for each connection, and a private address behind it is refused there,
 * so that no name can lead inside. An address in place of a name is checked before each request. With `allowLoopback`
 * this machine may be reached. Redirects are not followed.
 */
export function createHttpSender({ allowLoopback }: { allowLoopback: boolean }): {
  send: SendOutbound;
  close: () => Promise<void>;
} {
  const mayReach = allowLoopback ? isLoopback : () => false;
  const agent = publicAgent({ mayReach });
  return {
    async send({ url, method, headers, body }) {
      try {
        needPublicHost(new URL(url), mayReach);
        const signal = AbortSignal.timeout(TIME_LIMIT);
        const answer = await request(url, { method, headers, body: body ?? null, dispatcher: agent, signal });
        return { status: answer.statusCode, body: await startOf(answer.body) };
      } catch (error) {
        return { failure: messageOf(error) };
      }
    },
    close: () => agent.close(),
  };
}

async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= KEPT_ANSWER) break;
  }
  return text.slice(0, KEPT_ANSWER);
}
