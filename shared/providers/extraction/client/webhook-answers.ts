import * as z from 'zod';
import {
  identifier,
  items,
  maybe,
  maybeFlag,
  maybeIdentifier,
  maybeInstant,
  maybeNumber,
  maybeObject,
  maybeText,
} from '../../http/lenient.ts';
import { outcome, pageFacts } from './paging.ts';

const webhook = z.object({
  id: identifier,
  name: maybeText,
  url: maybeText,
  type: maybeText,
  delivery_mode: maybeText,
  method: maybeText,
  is_active: maybeFlag,
  headers: maybeObject,
  params: maybeObject,
  /** Secrets are masked. */
  auth: maybeObject,
  formatter_config: maybe(z.object({ template: maybeText, content_type: maybeText })),
  organization_id: maybeIdentifier,
  created_by_user_id: maybeIdentifier,
  created_at: maybeInstant,
  updated_at: maybeInstant,
});

/** One webhook, inside its envelope. */
export const oneWebhook = z.object({ webhook }).transform((answer) => answer.webhook);

export const webhookList = z
  .object({ ...pageFacts, webhooks: items(webhook) })
  .transform(({ webhooks: { kept, dropped }, ...rest }) => ({ ...rest, webhooks: kept, dropped }));

/** Also the answer to a failed test, with success false. */
export const webhookTested = outcome.extend({
  http_status_code: maybeNumber,
  response_body: z.unknown().optional(),
});

const assignment = z.object({
  id: maybeIdentifier,
  webhook_id: maybeIdentifier,
  resource_type: maybeText,
  resource_id: maybeIdentifier,
  assigned_at: maybeInstant,
});

export const assigned = outcome.extend({ already_existed: maybeFlag, mapping: maybe(assignment) });

export const assignments = z
  .object({ ...pageFacts, resources: items(assignment) })
  .transform(({ resources: { kept }, ...rest }) => ({ ...rest, resources: kept }));

const sentDelivery = z.object({
  id: maybeIdentifier,
  webhook_id: maybeIdentifier,
  /** Also `test`, for manual tests. */
  resource_type: maybeText,
  resource_id: maybeIdentifier,
  additional_info: maybeObject,
  status_code: maybeNumber,
  attempt_number: maybeNumber,
  timestamp: maybeInstant,
  /** `SUCCESS` or `FAILED`. */
  delivery_status: maybeText,
  error_message: maybeText,
  /** For example that the body was cut. Then pull the records. */
  warning_message: maybeText,
});

export const webhookHistory = z
  .object({ mode: maybeText, ...pageFacts, items: items(sentDelivery) })
  .transform(({ items: { kept }, ...rest }) => ({ ...rest, items: kept }));
export type WebhookHistory = z.infer<typeof webhookHistory>;
