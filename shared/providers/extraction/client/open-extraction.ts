import * as z from 'zod';
import { RefusedError } from '../../../domain/lib/errors.ts';
import type {
  JobMode,
  NotifyingResourceType,
  OWNERSHIPS,
} from '../../../domain/services/extraction-rules.ts';
import { type CallOptions, type Endpoint, type HttpClient, operationOf } from '../../http/http-client.ts';
import { items, maybeNumber, maybeText } from '../../http/lenient.ts';
import { openHttpClient } from '../../http/create-http-client.ts';
import type { ClientSettings } from '../../http/http-client.ts';
import { jsonReader, type Reader } from '../../http/reader.ts';

/** `baseUrl` is the address without the prefix. The service advises at most 2 requests per second. */
export interface ExtractionClientSettings extends ClientSettings {
  /** The prefix of every path. Default: `/svc`. The provider's own may differ. */
  prefix?: string;
  /** Selects one of the organizations of the key. */
  organizationId?: string;
}

/** Opens the HTTP client of all operations of the extraction service. */
export function openExtraction({
  prefix = '/svc',
  organizationId,
  ...settings
}: ExtractionClientSettings): HttpClient {
  const headers: Record<string, string> = {};
  if (organizationId !== undefined) headers['x-organization-id'] = organizationId;
  return openHttpClient(settings, { service: 'extraction', keyHeader: 'x-api-key', prefix, headers }).http;
}

/** The page of a list. Pages count from 1. */
export interface PageQuery {
  page?: number;
  /** Default 100, at most 500; 1,000 for jobs and records. */
  page_size?: number;
}

/** The filters of lists of what belongs to one object. */
interface ResourceQuery extends PageQuery {
  /** Of webhooks. */
  resource_type?: NotifyingResourceType;
}

/** The filters of lists. The section of each list says which it knows. */
export interface ListQuery extends PageQuery {
  ownership?: (typeof OWNERSHIPS)[number];
  project_id?: string;
  /** Text in the query of the job, or in the name. */
  search?: string;
  mode?: JobMode;
  sort_by?: 'created_at' | 'name' | 'status';
  sort_order?: 'asc' | 'desc';
}

/** A text or id that is not empty. */
export const text = z.string().trim().min(1, 'must not be empty');

/** The extent of a list. Some lists have no `total_pages`. */
export const pageFacts = { total: maybeNumber, total_pages: maybeNumber };

/** The entries of a list that can be read. */
export function kept<T extends object>(entry: z.ZodType<T>) {
  return items(entry).transform((read) => read.kept);
}

/** The answer to a change of which nothing else is read. */
export const outcome = z.object({ success: z.boolean().optional().catch(undefined), message: maybeText });

/**
 * An endpoint and its body. The body is checked before it is sent, so that the error can name what was expected.
 * @throws RefusedError with refusal `request`
 */
export function withBody<T>(
  endpoint: Endpoint,
  body: unknown,
  schema: z.ZodType<T>,
): { endpoint: Endpoint; json: T } {
  const result = schema.safeParse(body);
  if (result.success) return { endpoint, json: result.data };
  const operation = operationOf(endpoint);
  const problems = result.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  const text = `The request (${operation}) is not valid and was not sent: ${problems.join('; ')}`;
  throw new RefusedError(`${text.replace(/\.$/, '')}.`, {
    service: 'extraction',
    operation,
    refusal: 'request',
  });
}

/** The operations of the service, each made of its endpoint and of what it sends and reads. */
export function operationsOf(http: HttpClient) {
  return {
    /** Reads a page of a list. */
    listing:
      <T>(endpoint: Endpoint, answer: z.ZodType<T>) =>
      ({ ...query }: ListQuery = {}, options?: CallOptions) =>
        http.call({ endpoint, query, read: jsonReader(answer) }, options),

    /** Reads a page of what belongs to one object, whose id is in the path. */
    listingOf:
      <T>(endpoint: Endpoint, answer: z.ZodType<T>) =>
      (id: string, { query, ...options }: { query?: ResourceQuery } & CallOptions = {}) =>
        http.call(
          { endpoint, ids: idsOf(endpoint, id), query: { ...query }, read: jsonReader(answer) },
          options,
        ),

    /** Sends a body. What creates or starts something is sent once: when the answer is lost, it may exist. */
    sending:
      <B, T>(endpoint: Endpoint, { body, answer }: { body: z.ZodType<unknown, B>; answer: z.ZodType<T> }) =>
      (request: B, options?: CallOptions) =>
        http.call({ ...withBody(endpoint, request, body), read: jsonReader(answer) }, options),

    /** Reads, removes or switches one object, whose id is in the path. */
    ofOne:
      <T>(endpoint: Endpoint, read: Reader<T>) =>
      (id: string, options?: CallOptions) =>
        http.call({ endpoint, ids: idsOf(endpoint, id), read }, options),

    /** Changes one object, whose id is in the path. */
    changing:
      <B, T>(endpoint: Endpoint, { body, read }: { body: z.ZodType<unknown, B>; read: Reader<T> }) =>
      (id: string, { change, ...options }: { change: B } & CallOptions) =>
        http.call({ ...withBody(endpoint, change, body), ids: idsOf(endpoint, id), read }, options),
  };
}

function idsOf({ path }: Endpoint, id: string): Record<string, string> {
  return { [/\{(\w+)\}/.exec(path)?.[1] ?? '']: id };
}
