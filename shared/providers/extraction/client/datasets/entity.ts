import * as z from 'zod';
import { ENTITY_TYPES, EXTRACTION_LIMITS } from '../../../../domain/services/extraction-rules.ts';
import {
  identifier,
  items,
  maybe,
  maybeIdentifier,
  maybeInstant,
  maybeText,
  texts,
} from '../../../http/lenient.ts';
import { pageFacts } from '../paging.ts';

const name = z.string().trim().min(1, 'must not be empty');

const companyAttributes = z.strictObject({
  domain: z.string().nullish(),
  description: z.string().nullish(),
  key_persons: z.array(z.string()).readonly().nullish(),
  alternative_names: z.array(z.string()).readonly().nullish(),
});

const changeable = {
  description: z.string().optional(),
  /** Your own id. Two entities may have the same one. Null unsets it. */
  external_entity_id: z.string().max(EXTRACTION_LIMITS.externalIdCharacters).nullable().optional(),
  /** A change replaces all of them. */
  additional_attributes: z.strictObject({ company_attributes: companyAttributes.optional() }).optional(),
};

export const entityRequest = z.strictObject({
  name,
  /** Default: `company`. */
  entity_type: z.enum(ENTITY_TYPES).optional(),
  ...changeable,
});
export type EntityRequest = z.input<typeof entityRequest>;

export const entityBatch = z.strictObject({ entities: z.array(entityRequest).min(1) });

export const entityChange = z.strictObject({ name: name.optional(), ...changeable });
export type EntityChange = z.input<typeof entityChange>;

const company = {
  domain: maybeText,
  description: maybeText,
  alternative_names: texts,
  key_persons: texts,
};

/** Details of a company are nested or at the top, and the type has one of two names. */
export const entity = z
  .object({
    id: identifier,
    name: maybeText,
    entity_type: maybeText,
    type: maybeText,
    /** `pending`, `enriching`, `ready` or `failed`. */
    status: maybeText,
    external_entity_id: maybeText,
    organization_id: maybeIdentifier,
    created_by_user_id: maybeIdentifier,
    created_at: maybeInstant,
    updated_at: maybeInstant,
    ...company,
    additional_attributes: maybe(z.object({ company_attributes: maybe(z.object(company)) })),
  })
  .transform(({ type, additional_attributes, domain, alternative_names, key_persons, ...rest }) => {
    const nested = additional_attributes?.company_attributes;
    return {
      ...rest,
      entity_type: rest.entity_type ?? type,
      description: rest.description ?? nested?.description,
      domain: nested?.domain ?? domain,
      alternative_names: nested?.alternative_names.length ? nested.alternative_names : alternative_names,
      key_persons: nested?.key_persons.length ? nested.key_persons : key_persons,
    };
  });
export type Entity = z.infer<typeof entity>;

/** A new entity is `pending`: it is enriched before jobs can use it. */
export const entityCreated = z.object({ id: identifier, status: maybeText });
export type EntityCreated = z.infer<typeof entityCreated>;

export const entitiesCreated = z
  .object({ entities: items(entityCreated) })
  .transform(({ entities: { kept } }) => kept.map(({ id, status }): EntityCreated => ({ id, status })));

export const entityList = z
  .object({ ...pageFacts, entities: items(entity) })
  .transform(({ entities: { kept, dropped }, ...rest }) => ({ ...rest, entities: kept, dropped }));
