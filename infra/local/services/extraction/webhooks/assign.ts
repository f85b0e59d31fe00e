import {
  EXTRACTION_LIMITS,
  type NotifyingResourceType,
} from '../../../../../shared/domain/services/extraction-rules.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { findUsable } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import { type Assignment, assignmentKey, type ExtractionContext } from '../context.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { Webhook } from './webhook.ts';

/** A job or monitor, as webhooks know it. */
export interface Resource {
  type: NotifyingResourceType;
  id: string;
}

/** Webhooks by id, each once. @throws RequestRefused 404 for one that does not exist, 403 for somebody else's. */
export function usableWebhooks(context: ExtractionContext, caller: Owner, ids: readonly string[]): Webhook[] {
  return [...new Set(ids)].map((id) =>
    findUsable(context, context.store.webhooks, { id, kind: 'Webhook', caller }),
  );
}

/** The assignments of a resource, oldest first. */
export function assignmentsOf({ store }: ExtractionContext, { type, id }: Resource): Assignment[] {
  return store.assignments.list().filter((item) => item.resource_type === type && item.resource_id === id);
}

/** The webhooks of a resource that still exist. */
export function webhooksOf(context: ExtractionContext, resource: Resource): Webhook[] {
  return assignmentsOf(context, resource).flatMap(
    ({ webhook_id }) => context.store.webhooks.get(webhook_id) ?? [],
  );
}

/**
 * Assigns webhooks to a resource; those that are assigned stay so. Gives back the assignments in the order of
 * `webhooks`.
 *
 * @throws RequestRefused 400 when the resource would have more than 5.
 */
export function assignWebhooks(
  context: ExtractionContext,
  webhooks: readonly Webhook[],
  resource: Resource,
): Assignment[] {
  const all = new Set([
    ...assignmentsOf(context, resource).map(({ webhook_id }) => webhook_id),
    ...webhooks.map(({ id }) => id),
  ]);
  if (all.size > EXTRACTION_LIMITS.webhooksPerResource) {
    throw new RequestRefused(
      400,
      `At most ${EXTRACTION_LIMITS.webhooksPerResource} webhooks can be assigned to one resource`,
    );
  }
  return webhooks.map((webhook) => assign(context, webhook, resource));
}

function assign(
  { store, newId, clock }: ExtractionContext,
  webhook: Webhook,
  { type, id }: Resource,
): Assignment {
  const key = assignmentKey(webhook.id, { type, id });
  const known = store.assignments.get(key);
  if (known) return known;
  const assignment: Assignment = {
    id: newId(),
    webhook_id: webhook.id,
    resource_type: type,
    resource_id: id,
    assigned_at: isoOf(clock.now()),
    begun: false,
  };
  store.assignments.put(key, assignment, webhook.id);
  return assignment;
}

/** Ends an assignment; false when there was none. */
export function unassign({ store }: ExtractionContext, webhookId: string, resource: Resource): boolean {
  return store.assignments.delete(assignmentKey(webhookId, resource));
}

/** Ends every assignment of a resource that is gone. */
export function unassignAll(context: ExtractionContext, resource: Resource): void {
  for (const { webhook_id } of assignmentsOf(context, resource)) unassign(context, webhook_id, resource);
}

/** Replaces the webhooks of a resource. @throws RequestRefused 400 above 5. */
export function replaceWebhooks(
  context: ExtractionContext,
  webhooks: readonly Webhook[],
  resource: Resource,
): void {
  const wanted = new Set(webhooks.map(({ id }) => id));
  for (const { webhook_id } of assignmentsOf(context, resource)) {
    if (!wanted.has(webhook_id)) unassign(context, webhook_id, resource);
  }
  assignWebhooks(context, webhooks, resource);
}
