import * as z from 'zod';
import { type CallOptions, doing, type HttpClient, reading } from '../../http/http-client.ts';
import { identifier, maybeText } from '../../http/lenient.ts';
import { jsonReader, readNothing } from '../../http/reader.ts';
import { id } from './jobs.ts';
import { kept, outcome, type Ownership, pageFacts, type PageQuery, withBody } from './open-extraction.ts';

const ONE = '/datasets/{dataset_id}';

const LIST = reading('GET', '/datasets');
const CREATE = doing('POST', '/datasets');
const READ = reading('GET', ONE);
const REMOVE = reading('DELETE', ONE);
/** A set: adding an entity twice changes nothing. */
const PUT_IN = reading('POST', `${ONE}/entities`);

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
    /** Deletes a dataset. Jobs then show it as deleted. */
    remove: (dataset_id: string, options?: CallOptions) =>
      http.call({ endpoint: REMOVE, ids: { dataset_id }, read: readNothing }, options),
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

const name = z.string().trim().min(1, 'must not be empty');

const datasetRequest = z.strictObject({
  name,
  description: z.string().optional(),
  entity_ids: z.array(id).readonly(),
  project_id: id.optional(),
});
type DatasetRequest = z.input<typeof datasetRequest>;

const entityIds = z.strictObject({ entity_ids: z.array(id).min(1) });

const dataset = z.object({
  id: identifier,
  name: maybeText,
  /** `pending`, `enriching`, `ready` or `failed`; a job can use it when it is ready. */
  latest_status: maybeText,
});

const datasetList = z.object({ ...pageFacts, datasets: kept(dataset) });
