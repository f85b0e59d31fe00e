import type { HttpClient } from '../../http/http-client.ts';
import { openHttpClient, type ClientSettings } from '../../http/open-http-client.ts';

/** `baseUrl` is the address without the prefix. 2 requests a second are advised. */
export interface ExtractionClientSettings extends ClientSettings {
  /** What stands before every path, `/svc` unless set: the provider's own may differ. */
  prefix?: string;
  /** Picks one of the organizations that the key belongs to. */
  organizationId?: string;
}

/** What every operation of the extraction service is sent through. */
export function openExtraction({
  prefix = '/svc',
  organizationId,
  ...settings
}: ExtractionClientSettings): HttpClient {
  const headers: Record<string, string> = {};
  if (organizationId !== undefined) headers['x-organization-id'] = organizationId;
  return openHttpClient(settings, { service: 'extraction', keyHeader: 'x-api-key', prefix, headers }).http;
}
