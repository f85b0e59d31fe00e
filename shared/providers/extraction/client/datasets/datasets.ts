import type { CallOptions } from '../../../http/call-options.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import type { HttpClient } from '../../../http/http-client.ts';
import { jsonReader, optionalJsonReader, readNothing } from '../../../http/reader.ts';
import { DOING, READING } from '../../../http/retry/retry-policy.ts';
import { checkBody } from '../check-body.ts';
import {
  dataset,
  datasetChange,
  datasetHistory,
  datasetList,
  datasetRequest,
  entityIds,
  memberList,
  membersChanged,
  type DatasetChange,
  type DatasetRequest,
} from './dataset.ts';
import type { EntityFilter } from './entities.ts';
import type { Ownership, PageQuery } from '../paging.ts';

const ONE = '/datasets/{dataset_id}';

const LIST = { method: 'GET', path: '/datasets', policy: READING } satisfies Endpoint;
const CREATE = { method: 'POST', path: '/datasets', policy: DOING } satisfies Endpoint;
const READ = { method: 'GET', path: ONE, policy: READING } satisfies Endpoint;
const CHANGE = { method: 'PATCH', path: ONE, policy: READING } satisfies Endpoint;
const REMOVE = { method: 'DELETE', path: ONE, policy: READING } satisfies Endpoint;
const MEMBERS = { method: 'POST', path: `${ONE}/entities/list`, policy: READING } satisfies Endpoint;
/** A set: adding an entity twice changes nothing. */
const PUT_IN = { method: 'POST', path: `${ONE}/entities`, policy: READING } satisfies Endpoint;
const TAKE_OUT = { method: 'DELETE', path: `${ONE}/entities`, policy: READING } satisfies Endpoint;
const HISTORY = { method: 'GET', path: `${ONE}/status`, policy: READING } satisfies Endpoint;

export interface DatasetListQuery extends PageQuery {
  ownership?: Ownership;
  project_id?: string;
  search?: string;
  latest_status?: string;
  sort_by?: 'name' | 'created_at' | 'status';
  sort_order?: 'asc' | 'desc';
}

/** Datasets: named collections of entities that jobs can use (extraction service, datasets). */
export function datasets(http: HttpClient) {
  return {
    list: ({ ...query }: DatasetListQuery = {}, options?: CallOptions) =>
      http.call({ endpoint: LIST, query, read: jsonReader(datasetList) }, options),
    /** Creates a dataset of existing entities. Sent once. */
    create: (request: DatasetRequest, options?: CallOptions) => {
      const json = checkBody(request, { schema: datasetRequest, endpoint: CREATE });
      return http.call({ endpoint: CREATE, json, read: jsonReader(dataset) }, options);
    },
    read: (dataset_id: string, options?: CallOptions) =>
      http.call({ endpoint: READ, ids: { dataset_id }, read: jsonReader(dataset) }, options),
    change: (dataset_id: string, { change, ...options }: { change: DatasetChange } & CallOptions) => {
      const json = checkBody(change, { schema: datasetChange, endpoint: CHANGE });
      return http.call({ endpoint: CHANGE, ids: { dataset_id }, json, read: jsonReader(dataset) }, options);
    },
    /** Deletes a dataset. Jobs then show it as deleted. */
    remove: (dataset_id: string, options?: CallOptions) =>
      http.call({ endpoint: REMOVE, ids: { dataset_id }, read: readNothing }, options),
    /** The entities of a dataset. */
    members: (
      dataset_id: string,
      { filter = {}, ...options }: { filter?: EntityFilter } & CallOptions = {},
    ) => {
      const call = { endpoint: MEMBERS, ids: { dataset_id }, json: filter };
      return http.call({ ...call, read: jsonReader(memberList) }, options);
    },
    putIn: (
      dataset_id: string,
      { entity_ids, ...options }: { entity_ids: readonly string[] } & CallOptions,
    ) => {
      const json = checkBody({ entity_ids }, { schema: entityIds, endpoint: PUT_IN });
      const read = jsonReader(membersChanged);
      return http.call({ endpoint: PUT_IN, ids: { dataset_id }, json, read }, options);
    },
    takeOut: (
      dataset_id: string,
      { entity_ids, ...options }: { entity_ids: readonly string[] } & CallOptions,
    ) => {
      const json = checkBody({ entity_ids }, { schema: entityIds, endpoint: TAKE_OUT });
      const read = optionalJsonReader(membersChanged);
      return http.call({ endpoint: TAKE_OUT, ids: { dataset_id }, json, read }, options);
    },
    /** The history of the dataset's status. */
    history: (dataset_id: string, options?: CallOptions) =>
      http.call({ endpoint: HISTORY, ids: { dataset_id }, read: jsonReader(datasetHistory) }, options),
  };
}
