import type { IncidentKind } from '../../domain/incidents/incident.ts';

/** What is broken, as a headline. */
export const INCIDENT_NAMES = {
  failing: 'A watch keeps failing',
  key: 'A service rejects its API key',
  plan: 'The plan does not allow a watch',
  quota: 'The plan has no calls left',
  query: 'A service rejects a query',
  'open-window': 'A time window could not be covered',
  'no-subscriber': 'A channel has no confirmed subscriber',
  'dead-delivery': 'A message could not be sent',
  withdrawn: 'A service is not available',
  budget: 'The budget of a service is running out',
  'late-job': 'An extraction takes too long',
  'failed-job': 'An extraction has failed',
  'monitor-off': 'A monitor was switched off',
  'unreadable-delivery': 'A webhook payload cannot be read',
  watchlist: 'A service rejects a watchlist',
  quarantine: 'An item is quarantined',
} as const satisfies Record<IncidentKind, string>;
