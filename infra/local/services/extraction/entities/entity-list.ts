import * as z from 'zod';
import { ENTITY_TYPES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { wireTimeOf } from '../../../../../shared/domain/time/instant.ts';
import { pageOf, pagingFields } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { type Entity, readinessOf } from './entity.ts';

/** Paging, filters and order of a list of entities: in the query of one call, in the body of another. */
export const entityFilter = z.object({
  ...pagingFields(),
  search: z.string().nullish(),
  status: z.string().nullish(),
  entity_type: z.enum(ENTITY_TYPES).nullish(),
  sort_by: z.enum(['created_at', 'name', 'status']).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
});

/** How far an entity is at this moment. */
export function statusOf({ clock, settings }: ExtractionContext, { createdAt }: Entity) {
  return readinessOf(createdAt, { now: clock.now(), stages: settings.entities });
}

/**
 * An entity as answers show it (extraction service, entities): type and company data under their older names, beside the
 * present ones.
 */
export function entityView(context: ExtractionContext, entity: Entity): Record<string, unknown> {
  return {
    id: entity.id,
    name: entity.name,
    entity_type: entity.type,
    type: entity.type,
    status: statusOf(context, entity),
    description: entity.description,
    external_entity_id: entity.externalId,
    additional_attributes: entity.company && { company_attributes: entity.company },
    domain: entity.company?.domain ?? null,
    alternative_names: entity.company?.alternative_names ?? [],
    key_persons: entity.company?.key_persons ?? [],
    organization_id: entity.owner.organization,
    created_by_user_id: entity.owner.email,
    created_at: wireTimeOf(entity.createdAt),
    updated_at: wireTimeOf(entity.updatedAt),
  };
}

/** One page of entities that fit a filter, in its order. The search is text in name or external id. */
export function entityPage(
  context: ExtractionContext,
  entities: readonly Entity[],
  { filter, view }: { filter: z.infer<typeof entityFilter>; view: (entity: Entity) => unknown },
): Record<string, unknown> {
  const { search, status, entity_type, sort_by, sort_order, page, page_size } = filter;
  const wanted = search?.toLowerCase() ?? '';
  const fits = (entity: Entity) =>
    `${entity.name}\n${entity.externalId ?? ''}`.toLowerCase().includes(wanted) &&
    (!status || statusOf(context, entity) === status) &&
    (!entity_type || entity.type === entity_type);
  const key = (entity: Entity) => {
    if (sort_by === 'name') return entity.name.toLowerCase();
    return sort_by === 'status' ? statusOf(context, entity) : '';
  };
  const ascending = entities
    .filter(fits)
    .toSorted((a, b) => compare(key(a), key(b)) || a.createdAt - b.createdAt);
  const sorted = sort_order === 'asc' ? ascending : ascending.toReversed();
  return pageOf(sorted, { page, page_size, name: 'entities', view });
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
