import type { CallOptions } from '../../../http/call-options.ts';
import { doing, reading } from '../../../http/endpoint.ts';
import type { HttpClient } from '../../../http/http-client.ts';
import { jsonReader, optionalJsonReader, readNothing } from '../../../http/reader.ts';
import { withBody } from '../check-body.ts';
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

const LIST = reading('GET', '/datasets');
const CREATE = doing('POST', '/datasets');
const READ = reading('GET', ONE);
const CHANGE = reading('PATCH', ONE);
const REMOVE = reading('DELETE', ONE);
const MEMBERS = reading('POST', `${ONE}/entities/list`);
/** A set: adding an entity twice changes nothing. */
const PUT_IN = reading('POST', `${ONE}/entities`);
const TAKE_OUT = reading('DELETE', `${ONE}/entities`);
const HISTORY = reading('GET', `${ONE}/status`);

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
    create: (request: DatasetRequest, options?: CallOptions) =>
      http.call({ ...withBody(CREATE, request, datasetRequest), read: jsonReader(dataset) }, options),
    read: (dataset_id: string, options?: CallOptions) =>
      http.call({ endpoint: READ, ids: { dataset_id }, read: jsonReader(dataset) }, options),
    change: (dataset_id: string, { change, ...options }: { change: DatasetChange } & CallOptions) =>
      http.call(
        { ...withBody(CHANGE, change, datasetChange), ids: { dataset_id }, read: jsonReader(dataset) },
        options,
      ),
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
    ) =>
      http.call(
        {
          ...withBody(PUT_IN, { entity_ids }, entityIds),
          ids: { dataset_id },
          read: jsonReader(membersChanged),
        },
        options,
      ),
    takeOut: (
      dataset_id: string,
      { entity_ids, ...options }: { entity_ids: readonly string[] } & CallOptions,
    ) =>
      http.call(
        {
          ...withBody(TAKE_OUT, { entity_ids }, entityIds),
          ids: { dataset_id },
          read: optionalJsonReader(membersChanged),
        },
        options,
      ),
    /** The history of the dataset's status. */
    history: (dataset_id: string, options?: CallOptions) =>
      http.call({ endpoint: HISTORY, ids: { dataset_id }, read: jsonReader(datasetHistory) }, options),
  };
}
