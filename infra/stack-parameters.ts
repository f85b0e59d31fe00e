import type { UpstreamService } from '../shared/domain/lib/errors.ts';

/**
 * The parameter of the stack that holds the base address of each service. Deployments name them; they must not
 * change.
 */
export const URL_PARAMETERS: Readonly<Record<UpstreamService, string>> = {
  news: 'NewsUrl',
  events: 'EventsUrl',
  extraction: 'JobsUrl',
};

/** The parameter that holds what is between the address of the extraction service and its paths. */
export const PREFIX_PARAMETER = 'JobsPrefix';

/** The output that names the organization of the key at the extraction service, where the stage gives one. */
export const ORGANIZATION_OUTPUT = 'JobsOrganization';

/** How an organization of the extraction service is named. */
export const ORGANIZATION = /^[\w.@-]{1,200}$/;

/** The parameter that holds the address of the archive of the world's news; its default is that of the stage. */
export const WORLD_PARAMETER = 'WorldUrl';

/** The parameter that holds the address of the dead-man's switch. */
export const HEARTBEAT_PARAMETER = 'HeartbeatUrl';
