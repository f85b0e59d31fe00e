import * as z from 'zod';
import { type CallOptions, doing, type HttpClient, reading } from '../../http/http-client.ts';
import {
  identifier,
  items,
  list,
  maybeIdentifier,
  maybeInstant,
  maybeNumber,
  maybeObject,
  maybeText,
} from '../../http/lenient.ts';
import { jsonReader, optionalJsonReader, readNothing } from '../../http/reader.ts';
import type { EntityFilter } from './entities.ts';
import { id } from './jobs.ts';
import { type Ownership, pageFacts, type PageQuery, sharingInfo, withBody } from './open-extraction.ts';

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

interface DatasetListQuery extends PageQuery {
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

const name = z.string().trim().min(1, 'must not be empty');

const datasetRequest = z.strictObject({
  name,
  description: z.string().optional(),
  entity_ids: z.array(id).readonly(),
  project_id: id.optional(),
});
type DatasetRequest = z.input<typeof datasetRequest>;

const datasetChange = z.strictObject({ name: name.optional(), description: z.string().optional() });
type DatasetChange = z.input<typeof datasetChange>;

const entityIds = z.strictObject({ entity_ids: z.array(id).min(1) });

const dataset = z.object({
  id: identifier,
  name: maybeText,
  description: maybeText,
  organization_id: maybeIdentifier,
  entity_count: maybeNumber,
  /** How many entities are in each status. */
  entity_status_breakdown: maybeObject,
  health_score: maybeNumber,
  health_breakdown: maybeObject,
  /** `pending`, `enriching`, `ready` or `failed`; a job can use it when it is ready. */
  latest_status: maybeText,
  created_by_user_id: maybeIdentifier,
  sharing_info: sharingInfo,
  created_at: maybeInstant,
  updated_at: maybeInstant,
});

const datasetList = z
  .object({ ...pageFacts, datasets: items(dataset) })
  .transform(({ datasets: { kept, dropped }, ...rest }) => ({ ...rest, datasets: kept, dropped }));

const membersChanged = z.object({ dataset_id: maybeIdentifier, affected_count: maybeNumber });

const datasetHistory = z.object({
  dataset_id: maybeIdentifier,
  /** Oldest first. */
  history: list(
    z.object({ status: maybeText, additional_information: maybeObject, created_at: maybeInstant }),
  ),
});

const member = z.object({
  id: identifier,
  name: maybeText,
  entity_type: maybeText,
  status: maybeText,
  description: maybeText,
  /** Your own id of it; missing when unset. */
  external_entity_id: maybeText,
  attributes: maybeObject,
});

const memberList = z
  .object({ ...pageFacts, entities: items(member) })
  .transform(({ entities: { kept, dropped }, ...rest }) => ({ ...rest, entities: kept, dropped }));
