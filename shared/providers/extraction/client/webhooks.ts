import type { NotifyingResourceType } from '../../../domain/services/extraction-rules.ts';
import type { CallOptions } from '../../http/call-options.ts';
import { doing, reading } from '../../http/endpoint.ts';
import type { HttpClient } from '../../http/http-client.ts';
import { jsonReader, optionalJsonReader, readNothing } from '../../http/reader.ts';
import { withBody } from './check-body.ts';
import { outcome, type PageQuery } from './paging.ts';
import {
  assigned,
  assignments,
  oneWebhook,
  webhookHistory,
  webhookList,
  webhookTested,
} from './webhook-answers.ts';
import { webhookChange, webhookRequest, type WebhookChange, type WebhookRequest } from './webhook-request.ts';

const ONE = '/webhooks/{webhook_id}';
const RESOURCE = '{resource_type}/{resource_id}';

const CREATE = doing('POST', '/webhooks');
const LIST = reading('GET', '/webhooks');
const READ = reading('GET', ONE);
const CHANGE = reading('PATCH', ONE);
const REMOVE = reading('DELETE', ONE);
const TEST = doing('POST', `${ONE}/test`);
/** Safe to repeat: the service says that the assignment exists. */
const ASSIGN = reading('POST', `${ONE}/resources`);
const ASSIGNED = reading('GET', `${ONE}/resources`);
const UNASSIGN = reading('DELETE', `${ONE}/resources/${RESOURCE}`);
const OF_RESOURCE = reading('GET', `/resources/${RESOURCE}/webhooks`);
const HISTORY = reading('GET', '/webhook-history');
const TRIGGER = doing('POST', `/webhook/trigger/${RESOURCE}`);

/** A job, a monitor or a group of monitors. */
export interface ResourceRef {
  resource_type: NotifyingResourceType;
  resource_id: string;
}

export interface WebhookListQuery extends PageQuery {
  project_id?: string;
  search?: string;
}

/**
 * Deliveries of one webhook, of one resource, of all resources of a type (`test` for tests by hand), or all of them. The
 * service may refuse the last two.
 */
export type HistoryQuery = PageQuery &
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
      const read = optionalJsonReader(assigned);
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
    unassign: (webhook_id: string, { resource, ...options }: { resource: ResourceRef } & CallOptions) => {
      const ids = { webhook_id, ...resource };
      return http.call({ endpoint: UNASSIGN, ids, read: readNothing }, options);
    },
    /** The webhooks that a resource notifies. */
    ofResource: (
      resource: ResourceRef,
      { query = {}, ...options }: { query?: { is_active?: boolean } & PageQuery } & CallOptions = {},
    ) => {
      const read = jsonReader(webhookList);
      return http.call({ endpoint: OF_RESOURCE, ids: { ...resource }, query: { ...query }, read }, options);
    },
    /** All attempts to deliver. */
    history: ({ ...query }: HistoryQuery = {}, options?: CallOptions) =>
      http.call({ endpoint: HISTORY, query, read: jsonReader(webhookHistory) }, options),
    /** Delivers again, a little later. `job_id` repeats that run. Sent once. */
    trigger: (
      resource: ResourceRef,
      { webhook_id, job_id, ...options }: { webhook_id: string; job_id?: string } & CallOptions,
    ) => {
      const call = { endpoint: TRIGGER, ids: { ...resource }, query: { webhook_id, job_id } };
      return http.call({ ...call, read: jsonReader(outcome) }, options);
    },
  };
}
