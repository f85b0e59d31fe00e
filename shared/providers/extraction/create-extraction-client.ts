import { openHttpClient, type ClientSettings } from '../http/open-http-client.ts';
import { account } from './account.ts';
import { datasets } from './datasets.ts';
import { entities } from './entities.ts';
import { jobs } from './jobs.ts';
import { monitors } from './monitors.ts';
import { projects } from './projects.ts';
import { webhooks } from './webhooks.ts';

/** `baseUrl` is the address without the prefix. 2 requests a second are advised. */
export interface ExtractionClientSettings extends ClientSettings {
  /** What stands before every path, `/svc` unless set: the provider's own may differ. */
  prefix?: string;
  /** Picks one of the organizations that the key belongs to. */
  organizationId?: string;
}

export type ExtractionClient = ReturnType<typeof createExtractionClient>;

/**
 * A client of the extraction service. Every operation takes `CallOptions`, checks what it sends, and throws an
 * `UpstreamError`. What makes or starts something is sent once: when its answer is lost, look before sending again.
 */
export function createExtractionClient({
  prefix = '/svc',
  organizationId,
  ...settings
}: ExtractionClientSettings) {
  const headers: Record<string, string> = {};
  if (organizationId !== undefined) headers['x-organization-id'] = organizationId;
  const { http } = openHttpClient(settings, {
    service: 'extraction',
    keyHeader: 'x-api-key',
    prefix,
    headers,
  });
  return {
    jobs: jobs(http),
    monitors: monitors(http),
    webhooks: webhooks(http),
    entities: entities(http),
    datasets: datasets(http),
    projects: projects(http),
    ...account(http),
    /** Ends open connections. */
    close: () => http.close(),
  };
}
