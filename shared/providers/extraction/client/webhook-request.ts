import * as z from 'zod';
import {
  DELIVERY_METHODS,
  DELIVERY_MODES,
  EXTRACTION_LIMITS,
  TEMPLATE_CONTENT_TYPES,
  WEBHOOK_TYPES,
} from '../../../domain/services/extraction-rules.ts';
import { id } from './job-request.ts';

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

export const webhookRequest = z.strictObject({ ...fields, project_id: id.optional() });
export type WebhookRequest = z.input<typeof webhookRequest>;

export const webhookChange = z.strictObject({
  ...fields,
  name: fields.name.optional(),
  url: fields.url.optional(),
  /** False pauses deliveries. */
  is_active: z.boolean().optional(),
});
export type WebhookChange = z.input<typeof webhookChange>;
