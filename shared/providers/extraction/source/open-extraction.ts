import type { HttpClient } from '../../http/http-client.ts';
import { openHttpClient, type ClientSettings } from '../../http/open-http-client.ts';

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
