import * as z from 'zod';
import { ENTITY_TYPES, EXTRACTION_LIMITS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { wireTimeOf } from '../../../../../shared/domain/time/instant.ts';
import { detailErrors, type ErrorShape, RequestRefused, statusErrors } from '../../kit/http/refusal.ts';
import type { Owner } from '../accounts/owner.ts';
import { pageOf, pagingFields } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { type CompanyAttributes, companyAttributesSchema, type Entity, readinessOf } from './entity.ts';

const name = z.string().trim().min(1).max(500);
const description = z.string().max(10_000).nullish();
const externalId = z.string().max(EXTRACTION_LIMITS.externalIdCharacters).nullish();
const attributes = z.object({ company_attributes: companyAttributesSchema.nullish() }).nullish();

/** Details of a company, which a caller may give at the top as well (extraction service, differences). */
const topAttributes = companyAttributesSchema.omit({ description: true }).shape;

/** The body of a new entity (extraction service, entities). */
export const entityBody = z.object({
  name,
  entity_type: z.enum(ENTITY_TYPES).nullish(),
  /** The older name of entity_type. */
  type: z.enum(ENTITY_TYPES).nullish(),
  description,
  external_entity_id: externalId,
  additional_attributes: attributes,
  ...topAttributes,
});

/**
 * The body of a change: what is left out stays; company_attributes is replaced as a whole, details at the top one by
 * one.
 */
export const entityChange = z.object({
  name: name.optional(),
  description,
  external_entity_id: externalId,
  additional_attributes: attributes,
  ...topAttributes,
});

/** Stores a new entity. @throws EntityRefused for company data of a person. */
export function putNewEntity(
  { store, newId, clock }: ExtractionContext,
  owner: Owner,
  body: z.infer<typeof entityBody>,
): Entity {
  const nested = body.additional_attributes?.company_attributes;
  const company = { ...detailsOf(body), ...nested };
  const isDescribed = Boolean(nested) || Object.values(company).some((value) => value !== null);
  const type = body.entity_type ?? body.type ?? 'company';
  if (isDescribed && type === 'person') throw new EntityRefused('A person has no company_attributes');
  const now = clock.now();
  const entity: Entity = {
    id: newId(),
    owner,
    createdAt: now,
    updatedAt: now,
    name: body.name,
    type,
    description: body.description ?? null,
    externalId: body.external_entity_id ?? null,
    company: isDescribed ? company : null,
  };
  store.entities.put(entity.id, entity, owner.organization);
  return entity;
}

/** An entity after a change. @throws EntityRefused for company data of a person. */
export function changedEntity(
  entity: Entity,
  { body, now }: { body: z.infer<typeof entityChange>; now: number },
): Entity {
  const replaced = body.additional_attributes?.company_attributes;
  const details = detailsOf(body);
  const isChanged = Object.keys(details).length > 0;
  const given = isChanged
    ? { ...(replaced === undefined ? entity.company : replaced), ...details }
    : replaced;
  if (given && entity.type === 'person') throw new EntityRefused('A person has no company_attributes');
  return {
    ...entity,
    updatedAt: now,
    name: body.name ?? entity.name,
    description: body.description === undefined ? entity.description : body.description,
    externalId: body.external_entity_id === undefined ? entity.externalId : body.external_entity_id,
    company: given === undefined ? entity.company : given,
  };
}

/** The details of a company that a body has at the top. */
function detailsOf({
  domain,
  alternative_names,
  key_persons,
}: Pick<z.infer<typeof entityChange>, keyof typeof topAttributes>): CompanyAttributes {
  return {
    ...(domain !== undefined && { domain }),
    ...(alternative_names !== undefined && { alternative_names }),
    ...(key_persons !== undefined && { key_persons }),
  };
}

/** A refusal with 400 of a call about entities. Its answer has its own shape. */
export class EntityRefused extends RequestRefused {
  constructor(message: string) {
    super(400, message);
  }
}

/** `{detail}`, but `{message, status, status_code}` for a 400 about entities (extraction service, errors). */
export const extractionErrors: ErrorShape = (refused) =>
  refused instanceof EntityRefused ? statusErrors(refused) : detailErrors(refused);

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
 * An entity as answers show it (extraction service, entities): type and company data under their older names, beside
 * the present ones.
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
