import * as z from 'zod';
import { ENTITY_TYPES, EXTRACTION_LIMITS } from '../../../../../shared/domain/services/extraction-rules.ts';
import type { ExtractionContext } from '../context.ts';
import type { Owner } from '../accounts/owner.ts';
import { type CompanyAttributes, companyAttributesSchema, type Entity } from './entity.ts';
import { EntityRefused } from './entity-refused.ts';

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

/** The body of a change: what is left out stays; company_attributes is replaced as a whole, details at the top one by one. */
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
