import * as z from 'zod';
import { RefusedError } from '../../../domain/lib/errors.ts';
import type { OWNERSHIPS } from '../../../domain/services/extraction-rules.ts';
import { type Endpoint, type HttpClient, operationOf } from '../../http/http-client.ts';
import { items, maybeNumber, maybeText } from '../../http/lenient.ts';
import { type ClientSettings, openHttpClient } from '../../http/create-http-client.ts';

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

export type Ownership = (typeof OWNERSHIPS)[number];

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
