import * as z from 'zod';
import type { NotifyingResourceType } from '../../../domain/services/extraction-rules.ts';
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
import { kept, operationsOf, outcome, pageFacts, type PageQuery, text } from './open-extraction.ts';

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

/** Webhooks of our own receiver: all records of a run in one request, with a secret. */
const fields = {
  name: text,
  /** A public https address. */
  url: z.url(),
  type: z.literal('generic').optional(),
  delivery_mode: z.literal('full').optional(),
  auth: z.strictObject({ type: z.literal('bearer'), token: text }).optional(),
};

const webhookRequest = z.strictObject({ ...fields, project_id: text.optional() });

const webhookChange = z.strictObject(fields).partial();
export type WebhookChange = z.input<typeof webhookChange>;

const ONE = '/webhooks/{webhook_id}';

/** Safe to repeat: the service says that the assignment exists. */
const ASSIGN = reading('POST', `${ONE}/resources`);

/** A job, a monitor or a group of monitors. */
interface ResourceRef {
  resource_type: NotifyingResourceType;
  resource_id: string;
}

/** Deliveries of one webhook. */
interface HistoryQuery extends PageQuery {
  webhook_id: string;
}

/** Webhooks: reusable delivery targets (extraction service, webhooks). */
export function webhooks(http: HttpClient) {
  const { changing, listing, listingOf, ofOne, sending } = operationsOf(http);
  return {
    create: sending(doing('POST', '/webhooks'), { body: webhookRequest, answer: oneWebhook }),
    list: listing(reading('GET', '/webhooks'), webhookList),
    read: ofOne(reading('GET', ONE), jsonReader(oneWebhook)),
    change: changing(reading('PATCH', ONE), { body: webhookChange, read: jsonReader(oneWebhook) }),
    remove: ofOne(reading('DELETE', ONE), readNothing),
    /** Sends a test. A failed test has success false, or status 422. */
    test: (webhook_id: string, { payload, ...options }: { payload?: object } & CallOptions = {}) => {
      const json = payload === undefined ? {} : { payload };
      return http.call(
        {
          endpoint: doing('POST', `${ONE}/test`),
          ids: { webhook_id },
          json,
          read: jsonReader(webhookTested),
        },
        options,
      );
    },
    /** Lets a resource notify a webhook: at most 5 per resource. */
    assign: (webhook_id: string, { resource, ...options }: { resource: ResourceRef } & CallOptions) => {
      const read = optionalJsonReader(outcome);
      return http.call({ endpoint: ASSIGN, ids: { webhook_id }, json: resource, read }, options);
    },
    /** The resources that notify a webhook. */
    assignments: listingOf(reading('GET', `${ONE}/resources`), assignments),
    /** All attempts to deliver. */
    history: ({ ...query }: HistoryQuery, options?: CallOptions) =>
      http.call(
        { endpoint: reading('GET', '/webhook-history'), query, read: jsonReader(webhookHistory) },
        options,
      ),
  };
}
