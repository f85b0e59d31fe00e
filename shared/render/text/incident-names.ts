import type { IncidentKind } from '../../domain/incidents/incident.ts';

/** What is broken, as a headline. */
export const INCIDENT_NAMES = {
  failing: 'A watch keeps failing',
  key: 'A service refuses our key',
  plan: 'The plan does not allow a watch',
  quota: 'The calls of the plan are used up',
  query: 'A query is refused',
  'open-window': 'A window stays open',
  'no-subscriber': 'A channel reaches nobody',
  'dead-delivery': 'A message could not be sent',
  withdrawn: 'A service is not on offer',
  budget: 'The budget of a service is short',
  'late-job': 'A job takes too long',
  'failed-job': 'A job has failed',
  'monitor-off': 'A monitor was switched off',
  'unreadable-delivery': 'A delivery cannot be read',
  watchlist: 'A watchlist is refused',
} as const satisfies Record<IncidentKind, string>;
