import { account } from './account.ts';
import { datasets, entities } from './datasets.ts';
import { jobs } from './jobs.ts';
import { monitors } from './monitors.ts';
import { type ExtractionClientSettings, openExtraction } from './open-extraction.ts';
import { projects } from './projects.ts';
import { webhooks } from './webhooks.ts';

export type ExtractionClient = ReturnType<typeof createExtractionClient>;

/**
 * A client of the extraction service. Every operation takes `CallOptions`, checks what it sends, and throws an
 * `UpstreamError`. A call that creates or starts something is sent once: when its answer is lost, look before you
 * repeat it.
 */
export function createExtractionClient(settings: ExtractionClientSettings) {
  const http = openExtraction(settings);
  return {
    jobs: jobs(http),
    monitors: monitors(http),
    webhooks: webhooks(http),
    entities: entities(http),
    datasets: datasets(http),
    projects: projects(http),
    ...account(http),
    /** Closes open connections. */
    close: () => http.close(),
  };
}
