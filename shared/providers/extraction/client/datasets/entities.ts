import type { CallOptions } from '../../../http/call-options.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import type { HttpClient } from '../../../http/http-client.ts';
import { jsonReader, readNothing } from '../../../http/reader.ts';
import { DOING, READING } from '../../../http/retry/retry-policy.ts';
import { checkBody } from '../check-body.ts';
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

const LIST = { method: 'GET', path: '/entities', policy: READING } satisfies Endpoint;
const CREATE = { method: 'POST', path: '/entities', policy: DOING } satisfies Endpoint;
const CREATE_MANY = { method: 'POST', path: '/entities/batch', policy: DOING } satisfies Endpoint;
const READ = { method: 'GET', path: ONE, policy: READING } satisfies Endpoint;
const CHANGE = { method: 'PATCH', path: ONE, policy: READING } satisfies Endpoint;
const REMOVE = { method: 'DELETE', path: ONE, policy: READING } satisfies Endpoint;

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
    create: (request: EntityRequest, options?: CallOptions) => {
      const json = checkBody(request, { schema: entityRequest, endpoint: CREATE });
      return http.call({ endpoint: CREATE, json, read: jsonReader(entityCreated) }, options);
    },
    /** Creates several. The answer has the same order. Sent once. */
    createMany: (requests: readonly EntityRequest[], options?: CallOptions) => {
      const json = checkBody({ entities: requests }, { schema: entityBatch, endpoint: CREATE_MANY });
      return http.call({ endpoint: CREATE_MANY, json, read: jsonReader(entitiesCreated) }, options);
    },
    read: (entity_id: string, options?: CallOptions) =>
      http.call({ endpoint: READ, ids: { entity_id }, read: jsonReader(entity) }, options),
    change: (entity_id: string, { change, ...options }: { change: EntityChange } & CallOptions) => {
      const json = checkBody(change, { schema: entityChange, endpoint: CHANGE });
      return http.call({ endpoint: CHANGE, ids: { entity_id }, json, read: jsonReader(entity) }, options);
    },
    remove: (entity_id: string, options?: CallOptions) =>
      http.call({ endpoint: REMOVE, ids: { entity_id }, read: readNothing }, options),
  };
}
