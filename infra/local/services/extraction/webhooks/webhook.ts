import { Liquid } from 'liquidjs';
import {
  EXTRACTION_LIMITS,
  type NotifyingResourceType,
} from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { messageOf } from '../../kit/settings-file.ts';
import { masked } from '../accounts/owner.ts';
import { ownedView } from '../accounts/resource.ts';
import type { ExtractionContext } from '../context.ts';
import { type Owner, type Webhook, type WebhookAuth, webhookFields } from '../stored.ts';

/** A job or monitor, as webhooks know it. */
export interface Notifying {
  type: NotifyingResourceType;
  id: string;
}

/** What a webhook was assigned to a resource by; undefined where it was not. */
export function assignmentOf({ assigned }: Webhook, { type, id }: Notifying) {
  return assigned.find((one) => one.resource_type === type && one.resource_id === id);
}

/** The webhooks of a resource, oldest first. */
export function webhooksOf({ store }: ExtractionContext, resource: Notifying): Webhook[] {
  return store.webhooks.list().filter((webhook) => assignmentOf(webhook, resource));
}

/**
 * Assigns webhooks to a resource; those that are assigned stay so.
 *
 * @throws RequestRefused 400 when the resource would have more than 5.
 */
export function assignWebhooks(
  context: ExtractionContext,
  webhooks: readonly Webhook[],
  resource: Notifying,
) {
  const most = EXTRACTION_LIMITS.webhooksPerResource;
  const fresh = webhooks.filter((webhook) => !assignmentOf(webhook, resource));
  if (webhooksOf(context, resource).length + fresh.length > most)
    throw new RequestRefused(400, `At most ${most} webhooks can be assigned to one resource`);
  for (const webhook of fresh) {
    const assignment = {
      id: context.newId(),
      resource_type: resource.type,
      resource_id: resource.id,
      assigned_at: isoOf(context.clock.now()),
      begun: false,
    };
    context.kinds.webhook.put({ ...webhook, assigned: [...webhook.assigned, assignment] });
  }
}

/** Ends the assignments of a resource, but those to `kept`. */
export function unassign(
  context: ExtractionContext,
  resource: Notifying,
  isKept: (webhook: Webhook) => boolean = () => false,
): void {
  for (const webhook of webhooksOf(context, resource).filter((one) => !isKept(one))) {
    const ended = assignmentOf(webhook, resource);
    context.kinds.webhook.put({ ...webhook, assigned: webhook.assigned.filter((one) => one !== ended) });
  }
}

/** Webhooks by id, each once. @throws RequestRefused 404 for one that does not exist, 403 for somebody else's. */
export function usableWebhooks({ kinds }: ExtractionContext, caller: Owner, ids: readonly string[] = []) {
  return [...new Set(ids)].map((id) => kinds.webhook.find(id, caller));
}

/** A webhook as answers show it: token, value and password masked. */
export function webhookView(webhook: Webhook): Record<string, unknown> {
  const { auth, ...fields } = webhookFields.parse(webhook);
  return { ...ownedView(webhook), ...fields, auth: auth && maskedAuth(auth) };
}

/** Kind and masked secret as two strings, the form auth has inside a monitor; empty without auth. */
export function inlineAuth({ auth }: Webhook): string[] {
  return auth ? [auth.type, masked(secretOf(auth))] : [];
}

function secretOf(auth: WebhookAuth): string {
  if (auth.type === 'bearer') return auth.token;
  return auth.type === 'api_key' ? auth.value : auth.password;
}

function maskedAuth(auth: WebhookAuth): WebhookAuth {
  const secret = masked(secretOf(auth));
  if (auth.type === 'bearer') return { ...auth, token: secret };
  return auth.type === 'api_key' ? { ...auth, value: secret } : { ...auth, password: secret };
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
