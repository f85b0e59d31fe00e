import { request } from 'undici';
import { isoOf, SECOND } from '../../../../../shared/domain/time/instant.ts';
import { needPublicHost, publicAgent } from '../../../../../shared/providers/http/public-address.ts';
import { messageOf } from '../../kit/settings-file.ts';
import { type Attempt, ATTEMPT_DELAYS, type Delivery, type ExtractionContext } from '../context.ts';
import type { OutboundAnswer, OutboundRequest, SendOutbound } from '../ports.ts';
import type { Resource } from './assign.ts';
import { renderTemplate, type Webhook, type WebhookAuth } from './webhook.ts';

/** What a webhook gets: fields of the body, and records, all at once or one by one. */
export interface Notice {
  resource: Resource;
  jobId: string;
  fields: Readonly<Record<string, unknown>>;
  records: readonly unknown[];
}

/** Brings notices to webhooks. A delivery is stored before its first attempt and survives a kill. */
export interface Dispatcher {
  /** Starts the deliveries of a notice. A webhook that is switched off gets none. */
  notify(webhook: Webhook, notice: Notice): void;
  /** Sends one request at once and notes it under the type `test`. */
  test(webhook: Webhook, payload: Readonly<Record<string, unknown>>): Promise<OutboundAnswer>;
  /** Continues every delivery that an earlier process left. */
  resume(): void;
}

export function createDispatcher(context: ExtractionContext): Dispatcher {
  const { agenda, store, newId, clock, faults } = context;

  const appoint = (delivery: Delivery): void => {
    const delay = ATTEMPT_DELAYS[delivery.attempts];
    if (delay === undefined) return void store.deliveries.delete(delivery.id);
    agenda.put(`delivery ${delivery.id}`, delivery.dueAt + delay, () => attempt(delivery));
  };

  const attempt = async (delivery: Delivery): Promise<void> => {
    const webhook = store.webhooks.get(delivery.webhookId);
    if (!webhook?.is_active) return void store.deliveries.delete(delivery.id);
    const { answer, warning } = await send(context, webhook, delivery.fields);
    const tried = { ...delivery, attempts: delivery.attempts + 1 };
    noteAttempt(context, {
      ...outcomeOf(answer),
      webhook_id: webhook.id,
      deliveryId: delivery.id,
      resource_type: delivery.resourceType,
      resource_id: delivery.resourceId,
      additional_info: { job_id: delivery.jobId, records_count: Number(delivery.fields['records_count']) },
      attempt_number: tried.attempts,
      warning_message: warning,
    });
    if (isTaken(answer)) return void store.deliveries.delete(delivery.id);
    store.deliveries.put(delivery.id, tried, webhook.id);
    appoint(tried);
  };

  return {
    notify(webhook, notice) {
      if (!webhook.is_active) return;
      for (const fields of bodiesOf(webhook, notice)) {
        if (faults.strikes('webhook-never-sent')) continue;
        const { resource, jobId } = notice;
        const delivery: Delivery = {
          id: newId(),
          webhookId: webhook.id,
          resourceType: resource.type,
          resourceId: resource.id,
          jobId,
          fields,
          dueAt: clock.now(),
          attempts: 0,
        };
        store.deliveries.put(delivery.id, delivery, webhook.id);
        appoint(delivery);
      }
    },
    async test(webhook, payload) {
      const { answer, warning } = await send(context, webhook, payload);
      noteAttempt(context, {
        ...outcomeOf(answer),
        webhook_id: webhook.id,
        resource_type: 'test',
        resource_id: webhook.id,
        additional_info: null,
        attempt_number: 1,
        warning_message: warning,
      });
      return answer;
    },
    resume() {
      for (const delivery of store.deliveries.list()) appoint(delivery);
    },
  };
}

/** Full: one body with all records. Per record: one body for each, and none when there are none. */
function bodiesOf(webhook: Webhook, { fields, records }: Notice): Record<string, unknown>[] {
  if (webhook.delivery_mode === 'full') return [{ ...fields, records_count: records.length, records }];
  return records.map((record) => ({ ...fields, records_count: 1, record }));
}

async function send(
  { send: sendOutbound }: ExtractionContext,
  webhook: Webhook,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ answer: OutboundAnswer; warning: string | null }> {
  let built: BuiltRequest;
  try {
    built = buildRequest(webhook, fields);
  } catch (error) {
    return { answer: { failure: `The template failed: ${messageOf(error).split('\n')[0]}` }, warning: null };
  }
  return { answer: await sendOutbound(built.request), warning: built.warning };
}

/** True for any 2xx. */
export function isTaken(answer: OutboundAnswer): boolean {
  return 'status' in answer && answer.status >= 200 && answer.status < 300;
}

function outcomeOf(
  answer: OutboundAnswer,
): Pick<Attempt, 'status_code' | 'delivery_status' | 'error_message'> {
  if (isTaken(answer)) return { ...statusOf(answer), delivery_status: 'SUCCESS', error_message: null };
  const error = 'failure' in answer ? answer.failure : `The receiver answered ${answer.status}`;
  return { ...statusOf(answer), delivery_status: 'FAILED', error_message: error };
}

function statusOf(answer: OutboundAnswer): Pick<Attempt, 'status_code'> {
  return { status_code: 'status' in answer ? answer.status : null };
}

/** Lines of the history are never removed, so that their number is their id. */
function noteAttempt({ store, clock }: ExtractionContext, attempt: Omit<Attempt, 'id' | 'timestamp'>): void {
  const id = store.attempts.count() + 1;
  const timestamp = isoOf(clock.now());
  store.attempts.put(String(id), { ...attempt, id, timestamp }, attempt.webhook_id);
}

/** Larger bodies are cut: the last records are left out. */
const LARGEST_BODY = 10 * 1024 * 1024;

/** A request to a receiver, and what was lost on the way to it. */
interface BuiltRequest {
  request: OutboundRequest;
  warning: string | null;
}

/**
 * Builds the request that brings fields to a webhook: JSON, the text of a chat platform, or the rendered template. A
 * custom webhook without a template gets JSON.
 *
 * @throws when the template fails over these fields.
 */
export function buildRequest(webhook: Webhook, fields: Readonly<Record<string, unknown>>): BuiltRequest {
  const url = new URL(webhook.url);
  for (const [name, value] of Object.entries(webhook.params)) url.searchParams.set(name, value);
  const { body, contentType, warning } = bodyFor(webhook, fields);
  const headers = {
    'user-agent': 'extraction-webhooks/1',
    ...(webhook.method === 'GET' ? {} : { 'content-type': contentType }),
    ...lowerCased(webhook.headers),
    ...(webhook.auth && authHeaders(webhook.auth)),
  };
  const sent = webhook.method === 'GET' ? undefined : body;
  return { request: { url: url.href, method: webhook.method, headers, body: sent }, warning };
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

interface Body {
  body: string;
  contentType: string;
  warning: string | null;
}

function bodyFor(
  { type, formatter_config: formatter }: Webhook,
  fields: Readonly<Record<string, unknown>>,
): Body {
  if (formatter) {
    return {
      body: renderTemplate(formatter.template, fields),
      contentType: formatter.content_type,
      warning: null,
    };
  }
  if (type === 'slack' || type === 'teams') {
    return { body: JSON.stringify({ text: textOf(fields) }), contentType: 'application/json', warning: null };
  }
  return { contentType: 'application/json', ...cutToSize(fields) };
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
