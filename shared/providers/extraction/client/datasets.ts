import * as z from 'zod';
import { ENTITY_TYPES, EXTRACTION_LIMITS } from '../../../domain/services/extraction-rules.ts';
import { type CallOptions, doing, type HttpClient, reading } from '../../http/http-client.ts';
import { identifier, maybeInstant, maybeText } from '../../http/lenient.ts';
import { jsonReader, readNothing } from '../../http/reader.ts';
import { kept, operationsOf, outcome, pageFacts, text, withBody } from './open-extraction.ts';

/** Entities: the companies and people that jobs can follow (extraction service, entities). */
export function entities(http: HttpClient) {
  const { changing, listing, ofOne } = operationsOf(http);
  return {
    list: listing(reading('GET', '/entities'), entityList),
    /** Creates several. The answer has the same order. Sent once. */
    createMany: (requests: readonly EntityRequest[], options?: CallOptions) =>
      http.call(
        {
          ...withBody(doing('POST', '/entities/batch'), { entities: requests }, entityBatch),
          read: jsonReader(entitiesCreated),
        },
        options,
      ),
    change: changing(reading('PATCH', '/entities/{entity_id}'), {
      body: entityChange,
      read: jsonReader(entity),
    }),
    remove: ofOne(reading('DELETE', '/entities/{entity_id}'), readNothing),
  };
}

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
  name: text,
  /** Default: `company`. */
  entity_type: z.enum(ENTITY_TYPES).optional(),
  ...changeable,
});
type EntityRequest = z.input<typeof entityRequest>;

const entityBatch = z.strictObject({ entities: z.array(entityRequest).min(1) });

const entityChange = z.strictObject({ name: text.optional(), ...changeable });
export type EntityChange = z.input<typeof entityChange>;

const entity = z.object({ id: identifier, external_entity_id: maybeText, created_at: maybeInstant });
export type Entity = z.infer<typeof entity>;

/** New entities are `pending`: they are enriched before jobs can use them. */
const entitiesCreated = z
  .object({ entities: kept(z.object({ id: identifier })) })
  .transform(({ entities: made }) => made);

const entityList = z.object({ ...pageFacts, entities: kept(entity) });

const ONE = '/datasets/{dataset_id}';

/** A set: adding an entity twice changes nothing. */
const PUT_IN = reading('POST', `${ONE}/entities`);

/** Datasets: named collections of entities that jobs can use (extraction service, datasets). */
export function datasets(http: HttpClient) {
  const { listing, ofOne, sending } = operationsOf(http);
  return {
    list: listing(reading('GET', '/datasets'), datasetList),
    /** Creates a dataset of existing entities. */
    create: sending(doing('POST', '/datasets'), { body: datasetRequest, answer: dataset }),
    read: ofOne(reading('GET', ONE), jsonReader(dataset)),
    /** Deletes a dataset. Jobs then show it as deleted. */
    remove: ofOne(reading('DELETE', ONE), readNothing),
    putIn: (
      dataset_id: string,
      { entity_ids, ...options }: { entity_ids: readonly string[] } & CallOptions,
    ) =>
      http.call(
        {
          ...withBody(PUT_IN, { entity_ids }, entityIds),
          ids: { dataset_id },
          read: jsonReader(outcome),
        },
        options,
      ),
  };
}

const datasetRequest = z.strictObject({
  name: text,
  entity_ids: z.array(text).readonly(),
  project_id: text.optional(),
});

const entityIds = z.strictObject({ entity_ids: z.array(text).min(1) });

const dataset = z.object({
  id: identifier,
  name: maybeText,
  /** `pending`, `enriching`, `ready` or `failed`; a job can use it when it is ready. */
  latest_status: maybeText,
});

const datasetList = z.object({ ...pageFacts, datasets: kept(dataset) });
