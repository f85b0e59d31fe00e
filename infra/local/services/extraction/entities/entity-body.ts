import * as z from 'zod';
import { ENTITY_TYPES, EXTRACTION_LIMITS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { defined } from '../../../../../shared/domain/lib/fields.ts';
import { wireTimeOf } from '../../../../../shared/domain/time/instant.ts';
import { detailErrors, type ErrorShape, RequestRefused, statusErrors } from '../../kit/http/refusal.ts';
import type { Owner } from '../accounts/owner.ts';
import { listQuery, openResource } from '../accounts/resource.ts';
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
  context: ExtractionContext,
  owner: Owner,
  body: z.infer<typeof entityBody>,
): Entity {
  const entities = entitiesOfCallers(context);
  const type = body.entity_type ?? body.type ?? 'company';
  return entities.put({
    ...entities.begin(owner),
    name: body.name,
    type,
    description: body.description ?? null,
    externalId: body.external_entity_id ?? null,
    company: companyOf(type, body) ?? null,
  });
}

/** The fields of an entity that a change replaces. @throws EntityRefused for company data of a person. */
export function changesOf({ type, company }: Entity, body: z.infer<typeof entityChange>) {
  const { name, description, external_entity_id: externalId } = body;
  return { name, description, externalId, company: companyOf(type, body, company) };
}

/** The company data that a body gives, details at the top over those inside; undefined where it gives none. */
function companyOf(
  type: Entity['type'],
  body: z.infer<typeof entityChange>,
  known: Entity['company'] = null,
): Entity['company'] | undefined {
  const nested = body.additional_attributes?.company_attributes;
  const details = detailsOf(body);
  const isGiven = Object.values(details).length > 0;
  const given = isGiven ? { ...(nested === undefined ? known : nested), ...details } : nested;
  if (given && type === 'person') throw new EntityRefused('A person has no company_attributes');
  return given;
}

/** The details of a company that a body has at the top. */
function detailsOf({
  domain,
  alternative_names,
  key_persons,
}: z.infer<typeof entityChange>): CompanyAttributes {
  return defined<CompanyAttributes>({ domain, alternative_names, key_persons });
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
export const entityQuery = listQuery({ newestFirst: true }).extend({
  entity_type: z.enum(ENTITY_TYPES).nullish(),
});

export function ofType({ entity_type: type }: z.infer<typeof entityQuery>) {
  return (entity: Entity): boolean => !type || entity.type === type;
}

/** The entities of the callers. A search looks in name and external id. */
export function entitiesOfCallers(context: ExtractionContext) {
  return openResource(context, {
    kind: 'Entity',
    collection: context.store.entities,
    text: ({ name, externalId }) => `${name}\n${externalId ?? ''}`,
    status: (entity) => statusOf(context, entity),
    isIn: ({ id }, projectId) =>
      context.store.datasets
        .list()
        .some((one) => one.projectId === projectId && !one.deleted && one.entityIds.includes(id)),
  });
}

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
