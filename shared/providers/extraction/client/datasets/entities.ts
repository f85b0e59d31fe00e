import type { CallOptions } from '../../../http/call-options.ts';
import { doing, reading } from '../../../http/endpoint.ts';
import type { HttpClient } from '../../../http/http-client.ts';
import { jsonReader, readNothing } from '../../../http/reader.ts';
import { withBody } from '../check-body.ts';
import {
  entitiesCreated,
  entity,
  entityBatch,
  entityChange,
  entityCreated,
  entityList,
  entityRequest,
  type EntityChange,
  type EntityRequest,
} from './entity.ts';
import type { PageQuery } from '../paging.ts';

const ONE = '/entities/{entity_id}';

const LIST = reading('GET', '/entities');
const CREATE = doing('POST', '/entities');
const CREATE_MANY = doing('POST', '/entities/batch');
const READ = reading('GET', ONE);
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

export interface EntityListQuery extends EntityFilter {
  project_id?: string;
}

/** Entities: the companies and people that jobs can follow (extraction service, entities). */
export function entities(http: HttpClient) {
  return {
    list: ({ ...query }: EntityListQuery = {}, options?: CallOptions) =>
      http.call({ endpoint: LIST, query, read: jsonReader(entityList) }, options),
    /** Sent once: when its answer is lost, it may exist. */
    create: (request: EntityRequest, options?: CallOptions) =>
      http.call({ ...withBody(CREATE, request, entityRequest), read: jsonReader(entityCreated) }, options),
    /** Creates several. The answer has the same order. Sent once. */
    createMany: (requests: readonly EntityRequest[], options?: CallOptions) =>
      http.call(
        { ...withBody(CREATE_MANY, { entities: requests }, entityBatch), read: jsonReader(entitiesCreated) },
        options,
      ),
    read: (entity_id: string, options?: CallOptions) =>
      http.call({ endpoint: READ, ids: { entity_id }, read: jsonReader(entity) }, options),
    change: (entity_id: string, { change, ...options }: { change: EntityChange } & CallOptions) =>
      http.call(
        { ...withBody(CHANGE, change, entityChange), ids: { entity_id }, read: jsonReader(entity) },
        options,
      ),
    remove: (entity_id: string, options?: CallOptions) =>
      http.call({ endpoint: REMOVE, ids: { entity_id }, read: readNothing }, options),
  };
}
