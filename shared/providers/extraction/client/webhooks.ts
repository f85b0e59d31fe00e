import * as z from 'zod';
import {
  DELIVERY_METHODS,
  DELIVERY_MODES,
  EXTRACTION_LIMITS,
  type NotifyingResourceType,
  TEMPLATE_CONTENT_TYPES,
  WEBHOOK_TYPES,
} from '../../../domain/services/extraction-rules.ts';
import { type CallOptions, doing, type HttpClient, reading } from '../../http/http-client.ts';
import {
  identifier,
  maybeIdentifier,
  maybeInstant,
  maybeNumber,
  maybeObject,
  maybeText,
} from '../../http/lenient.ts';
import { jsonReader, optionalJsonReader, readNothing } from '../../http/reader.ts';
import { id } from './jobs.ts';
import { kept, outcome, pageFacts, type PageQuery, withBody } from './open-extraction.ts';

const webhook = z.object({ id: identifier, name: maybeText });

/** One webhook, inside its envelope. */
const oneWebhook = z.object({ webhook }).transform((answer) => answer.webhook);
const webhookList = z.object({ ...pageFacts, webhooks: kept(webhook) });

/** Also the answer to a failed test, with success false. */
const webhookTested = outcome.extend({ http_status_code: maybeNumber });

const assignments = z.object({
  ...pageFacts,
  resources: kept(z.object({ resource_id: maybeIdentifier })),
});

const sentDelivery = z.object({
  additional_info: maybeObject,
  timestamp: maybeInstant,
  /** For example that the body was cut. Then pull the records. */
  warning_message: maybeText,
});

const webhookHistory = z.object({ ...pageFacts, items: kept(sentDelivery) });
export type WebhookHistory = z.infer<typeof webhookHistory>;

const text = z.string().min(1);
const texts = z.record(z.string(), z.string());

const auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bearer'), token: text }),
  z.strictObject({ type: z.literal('api_key'), header: text, value: text }),
  z.strictObject({ type: z.literal('basic'), username: text, password: text }),
]);

const template = z
  .string()
  .min(1)
  .refine((value) => Buffer.byteLength(value) <= EXTRACTION_LIMITS.templateBytes, 'must be at most 10 KB');

/** A Liquid template, rendered when the payload is sent. Known variables: event, records_count. */
const formatter = z.strictObject({
  template,
  /** Default: `application/json`. */
  content_type: z.enum(TEMPLATE_CONTENT_TYPES).optional(),
});

const fields = {
  name: text,
  /** A public https address. */
  url: z.url(),
  /** `generic` for our own receiver. Default: the service chooses by the address. */
  type: z.enum(WEBHOOK_TYPES).optional(),
  /** `full` (default): one request with all records of a run. `per_record`: one request per record. */
  delivery_mode: z.enum(DELIVERY_MODES).optional(),
  /** Default: POST. */
  method: z.enum(DELIVERY_METHODS).optional(),
  headers: texts.optional(),
  params: texts.optional(),
  /** Null: none. In a change it takes the present one away. */
  auth: auth.nullable().optional(),
  /** The service may refuse the type `custom` without one. Null as for auth. */
  formatter_config: formatter.nullable().optional(),
};

const webhookRequest = z.strictObject({ ...fields, project_id: id.optional() });
type WebhookRequest = z.input<typeof webhookRequest>;

const webhookChange = z.strictObject({
  ...fields,
  name: fields.name.optional(),
  url: fields.url.optional(),
  /** False pauses deliveries. */
  is_active: z.boolean().optional(),
});
export type WebhookChange = z.input<typeof webhookChange>;

const ONE = '/webhooks/{webhook_id}';

const CREATE = doing('POST', '/webhooks');
const LIST = reading('GET', '/webhooks');
const READ = reading('GET', ONE);
const CHANGE = reading('PATCH', ONE);
const REMOVE = reading('DELETE', ONE);
const TEST = doing('POST', `${ONE}/test`);
/** Safe to repeat: the service says that the assignment exists. */
const ASSIGN = reading('POST', `${ONE}/resources`);
const ASSIGNED = reading('GET', `${ONE}/resources`);
const HISTORY = reading('GET', '/webhook-history');

/** A job, a monitor or a group of monitors. */
interface ResourceRef {
  resource_type: NotifyingResourceType;
  resource_id: string;
}

interface WebhookListQuery extends PageQuery {
  project_id?: string;
  search?: string;
}

/**
 * Deliveries of one webhook, of one resource, of all resources of a type (`test` for tests by hand), or all of them.
 * The service may refuse the last two.
 */
type HistoryQuery = PageQuery &
  (
    | { webhook_id: string; resource_type?: never; resource_id?: never }
    | { webhook_id?: never; resource_type?: NotifyingResourceType | 'test'; resource_id?: string }
  );

/** Webhooks: reusable delivery targets (extraction service, webhooks). */
export function webhooks(http: HttpClient) {
  return {
    /** Creates a webhook. Sent once: when its answer is lost, it may exist. */
    create: (request: WebhookRequest, options?: CallOptions) =>
      http.call({ ...withBody(CREATE, request, webhookRequest), read: jsonReader(oneWebhook) }, options),
    list: ({ ...query }: WebhookListQuery = {}, options?: CallOptions) =>
      http.call({ endpoint: LIST, query, read: jsonReader(webhookList) }, options),
    read: (webhook_id: string, options?: CallOptions) =>
      http.call({ endpoint: READ, ids: { webhook_id }, read: jsonReader(oneWebhook) }, options),
    change: (webhook_id: string, { change, ...options }: { change: WebhookChange } & CallOptions) =>
      http.call(
        { ...withBody(CHANGE, change, webhookChange), ids: { webhook_id }, read: jsonReader(oneWebhook) },
        options,
      ),
    remove: (webhook_id: string, options?: CallOptions) =>
      http.call({ endpoint: REMOVE, ids: { webhook_id }, read: readNothing }, options),
    /** Sends a test. A failed test has success false, or status 422. */
    test: (webhook_id: string, { payload, ...options }: { payload?: object } & CallOptions = {}) => {
      const json = payload === undefined ? {} : { payload };
      return http.call(
        { endpoint: TEST, ids: { webhook_id }, json, read: jsonReader(webhookTested) },
        options,
      );
    },
    /** Lets a resource notify a webhook: at most 5 per resource. */
    assign: (webhook_id: string, { resource, ...options }: { resource: ResourceRef } & CallOptions) => {
      const read = optionalJsonReader(outcome);
      return http.call({ endpoint: ASSIGN, ids: { webhook_id }, json: resource, read }, options);
    },
    /** The resources that notify a webhook. */
    assignments: (
      webhook_id: string,
      {
        query = {},
        ...options
      }: { query?: { resource_type?: NotifyingResourceType } & PageQuery } & CallOptions = {},
    ) => {
      const read = jsonReader(assignments);
      return http.call({ endpoint: ASSIGNED, ids: { webhook_id }, query: { ...query }, read }, options);
    },
    /** All attempts to deliver. */
    history: ({ ...query }: HistoryQuery = {}, options?: CallOptions) =>
      http.call({ endpoint: HISTORY, query, read: jsonReader(webhookHistory) }, options),
  };
}
