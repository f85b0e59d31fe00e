import type { Service } from '../shared/domain/lib/errors.ts';

/** The parameter of the stack that holds the base address of each service. Deployments name them; they must not change. */
export const URL_PARAMETERS: Readonly<Record<Service, string>> = {
  news: 'NewsUrl',
  events: 'EventsUrl',
  extraction: 'JobsUrl',
};

/** The parameter that holds what stands between the address of the extraction service and its paths. */
export const PREFIX_PARAMETER = 'JobsPrefix';

/** The parameter that holds the address of the dead-man's switch. */
export const HEARTBEAT_PARAMETER = 'HeartbeatUrl';
