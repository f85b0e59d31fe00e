import type { Alerts, Definitions, Findings, Messages, RunStates, Windows } from '../ports/ports.ts';
import type { Stories, NotifiedStories } from '../ports/story-ports.ts';

/** What an explanation is read from. It calls no service. */
export interface ExplainPorts {
  definitions: Pick<Definitions, 'watches'>;
  states: Pick<RunStates, 'read'>;
  findings: Pick<Findings, 'read'>;
  windows: Pick<Windows, 'covering'>;
  alerts: Pick<Alerts, 'get'>;
  messages: Pick<Messages, 'get'>;
  stories: Pick<Stories, 'records'>;
  told: Pick<NotifiedStories, 'read'>;
}
