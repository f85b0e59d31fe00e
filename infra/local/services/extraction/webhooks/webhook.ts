import { Liquid } from 'liquidjs';
import * as z from 'zod';
import {
  DELIVERY_METHODS,
  DELIVERY_MODES,
  EXTRACTION_LIMITS,
  TEMPLATE_CONTENT_TYPES,
  WEBHOOK_TYPES,
} from '../../../../../shared/domain/services/extraction-rules.ts';
import { wireTimeOf } from '../../../../../shared/domain/time/instant.ts';
import { messageOf } from '../../kit/settings-file.ts';
import { masked, ownerSchema } from '../accounts/owner.ts';

const secret = z
  .string()
  .min(1)
  .max(4_000)
  .regex(/^[\t\x20-\x7e]+$/, 'must be printable ASCII');
const headerName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of an HTTP header');

/** How a delivery proves who it comes from (extraction service, webhooks). */
const authSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bearer'), token: secret }),
  z.object({ type: z.literal('api_key'), header: headerName, value: secret }),
  z.object({
    type: z.literal('basic'),
    username: z.string().min(1).max(400),
    password: z.string().min(1).max(4_000),
  }),
]);

const formatterSchema = z.object({
  template: z.string(),
  content_type: z.enum(TEMPLATE_CONTENT_TYPES).default('application/json'),
});

/** The headers a caller may add to deliveries. */
const headersSchema = z.record(
  headerName,
  z
    .string()
    .max(4_000)
    .regex(/^[\t\x20-\x7e]*$/, 'must be printable ASCII'),
);

/** What a caller says of a webhook, by the names of the contract (extraction service, webhooks). */
export const webhookFields = z.object({
  name: z.string().trim().min(1).max(200),
  url: z.string().max(2_000),
  type: z.enum(WEBHOOK_TYPES),
  delivery_mode: z.enum(DELIVERY_MODES),
  method: z.enum(DELIVERY_METHODS),
  headers: headersSchema,
  params: z.record(z.string().min(1), z.string()),
  auth: authSchema.nullable(),
  formatter_config: formatterSchema.nullable(),
  is_active: z.boolean(),
});

export const webhookSchema = webhookFields.extend({
  id: z.string(),
  owner: ownerSchema,
  createdAt: z.number(),
  updatedAt: z.number(),
});

export type Webhook = z.infer<typeof webhookSchema>;
export type WebhookAuth = z.infer<typeof authSchema>;

/** A webhook as answers show it: token, value and password masked. */
export function webhookView({
  owner,
  createdAt,
  updatedAt,
  auth,
  ...fields
}: Webhook): Record<string, unknown> {
  return {
    ...fields,
    auth: auth && maskedAuth(auth),
    organization_id: owner.organization,
    created_by_user_id: owner.email,
    created_at: wireTimeOf(createdAt),
    updated_at: wireTimeOf(updatedAt),
  };
}

/** Kind and masked secret as two strings, the form auth has inside a monitor; empty without auth. */
export function inlineAuth({ auth }: Webhook): string[] {
  if (!auth) return [];
  const shown = maskedAuth(auth);
  if (shown.type === 'bearer') return [shown.type, shown.token];
  return [shown.type, shown.type === 'api_key' ? shown.value : shown.password];
}

function maskedAuth(auth: WebhookAuth): WebhookAuth {
  switch (auth.type) {
    case 'bearer':
      return { ...auth, token: masked(auth.token) };
    case 'api_key':
      return { ...auth, value: masked(auth.value) };
    case 'basic':
      return { ...auth, password: masked(auth.password) };
  }
}

/** No files, no prototypes, and an end to endless loops: templates come from callers. */
const engine = new Liquid({
  templates: {},
  ownPropertyOnly: true,
  parseLimit: 2 * EXTRACTION_LIMITS.templateBytes,
  renderLimit: 1_000,
  memoryLimit: 50_000_000,
});

/** Why a template cannot be used, or undefined: too long, or not Liquid. */
export function templateFault(template: string): string | undefined {
  if (Buffer.byteLength(template) > EXTRACTION_LIMITS.templateBytes) {
    return `template is longer than ${EXTRACTION_LIMITS.templateBytes} bytes`;
  }
  try {
    engine.parse(template);
    return undefined;
  } catch (error) {
    return `template cannot be read: ${messageOf(error).split('\n')[0]}`;
  }
}

/** Renders a template over the fields of a delivery. @throws when it runs too long or a filter fails. */
export function renderTemplate(template: string, fields: object): string {
  return String(engine.parseAndRenderSync(template, fields));
}
