import type { Incident } from '../../domain/incidents/incident.ts';

/** Open incidents. The operators are notified once when one opens and once when it is resolved. */
export interface Incidents {
  /** Opens an incident if it is not open yet; returns the open one. */
  raise(incident: Incident): Promise<Incident>;
  get(subject: string): Promise<Incident | undefined>;
  open(): Promise<Incident[]>;
  clear(subject: string): Promise<void>;
}
