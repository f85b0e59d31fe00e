import { account } from '../client/account.ts';
import { datasets } from '../client/datasets/datasets.ts';
import { entities } from '../client/datasets/entities.ts';
import { extractionSource } from './extraction-source.ts';
import { jobs } from '../client/jobs.ts';
import { monitors } from '../client/monitors.ts';
import { openExtraction, type ExtractionClientSettings } from './open-extraction.ts';
import { projects } from '../client/projects.ts';
import { upstreamMonitors } from './upstream-monitors.ts';
import { upstreamProjects } from './upstream-projects.ts';
import { upstreamWatchlists } from './upstream-watchlists.ts';
import { webhooks } from '../client/webhooks.ts';

/** The extraction service as a port of the reconciler. */
export function openUpstream(settings: ExtractionClientSettings) {
  const http = openExtraction(settings);
  const client = {
    jobs: jobs(http),
    monitors: monitors(http),
    webhooks: webhooks(http),
    projects: projects(http),
    entities: entities(http),
    datasets: datasets(http),
  };
  return {
    projects: upstreamProjects(client),
    monitors: upstreamMonitors(client),
    watchlists: upstreamWatchlists(client),
    jobs: extractionSource({ ...client, ...account(http) }),
  };
}
