import * as z from 'zod';
import {
  DELIVERY_METHODS,
  DELIVERY_MODES,
  WEBHOOK_TYPES,
} from '../../../../../shared/domain/services/extraction-rules.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { addressFault, typeFits, typeFor } from './address.ts';
import { templateFault } from './template.ts';
import { authSchema, formatterSchema, headersSchema, type Webhook } from './webhook.ts';

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
export const changeBody = z.object({
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
export function typeOf({ type, url, formatter_config }: z.infer<typeof createBody>): Webhook['type'] {
  return type ?? (formatter_config ? 'custom' : typeFor(url));
}

/**
 * Refuses what single fields cannot show.
 *
 * @throws RequestRefused 422 that names the field: an address that is not public, a chat type on another host, a
 * template that is too long or no Liquid, or, of a strict service, a custom webhook without a template.
 */
export function assertUsable(
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
