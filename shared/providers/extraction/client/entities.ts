import * as z from 'zod';
import { ENTITY_TYPES, EXTRACTION_LIMITS } from '../../../domain/services/extraction-rules.ts';
import { type CallOptions, doing, type HttpClient, reading } from '../../http/http-client.ts';
import { identifier, maybeInstant, maybeText } from '../../http/lenient.ts';
import { jsonReader, readNothing } from '../../http/reader.ts';
import { kept, pageFacts, type PageQuery, withBody } from './open-extraction.ts';

const ONE = '/entities/{entity_id}';

const LIST = reading('GET', '/entities');
const CREATE_MANY = doing('POST', '/entities/batch');
const CHANGE = reading('PATCH', ONE);
const REMOVE = reading('DELETE', ONE);

/** The filter and the order of a list of entities. */
export interface EntityFilter extends PageQuery {
  search?: string;
  status?: string;
  entity_type?: string;
  sort_by?: 'created_at' | 'name' | 'status';
  sort_order?: 'asc' | 'desc';
}

interface EntityListQuery extends EntityFilter {
  project_id?: string;
}

/** Entities: the companies and people that jobs can follow (extraction service, entities). */
export function entities(http: HttpClient) {
  return {
    list: ({ ...query }: EntityListQuery = {}, options?: CallOptions) =>
      http.call({ endpoint: LIST, query, read: jsonReader(entityList) }, options),
    /** Creates several. The answer has the same order. Sent once. */
    createMany: (requests: readonly EntityRequest[], options?: CallOptions) =>
      http.call(
        { ...withBody(CREATE_MANY, { entities: requests }, entityBatch), read: jsonReader(entitiesCreated) },
        options,
      ),
    change: (entity_id: string, { change, ...options }: { change: EntityChange } & CallOptions) =>
      http.call(
        { ...withBody(CHANGE, change, entityChange), ids: { entity_id }, read: jsonReader(entity) },
        options,
      ),
    remove: (entity_id: string, options?: CallOptions) =>
      http.call({ endpoint: REMOVE, ids: { entity_id }, read: readNothing }, options),
  };
}

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

const entityRequest = z.strictObject({
  name,
  /** Default: `company`. */
  entity_type: z.enum(ENTITY_TYPES).optional(),
  ...changeable,
});
type EntityRequest = z.input<typeof entityRequest>;

const entityBatch = z.strictObject({ entities: z.array(entityRequest).min(1) });

const entityChange = z.strictObject({ name: name.optional(), ...changeable });
export type EntityChange = z.input<typeof entityChange>;

const entity = z.object({ id: identifier, external_entity_id: maybeText, created_at: maybeInstant });
export type Entity = z.infer<typeof entity>;

/** New entities are `pending`: they are enriched before jobs can use them. */
const entitiesCreated = z
  .object({ entities: kept(z.object({ id: identifier })) })
  .transform(({ entities: made }) => made);

const entityList = z.object({ ...pageFacts, entities: kept(entity) });
