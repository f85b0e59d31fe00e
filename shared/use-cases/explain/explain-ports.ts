import type { Alerts } from '../ports/alerts.ts';
import type { Definitions } from '../ports/definitions.ts';
import type { Findings } from '../ports/findings.ts';
import type { Messages } from '../ports/messages.ts';
import type { RunStates } from '../ports/run-states.ts';
import type { NotifiedStories, Stories } from '../ports/stories.ts';
import type { Windows } from '../ports/windows.ts';

/** What an explanation is read from. It calls no service. */
export interface ExplainPorts {
  definitions: Pick<Definitions, 'watches'>;
  states: Pick<RunStates, 'read'>;
  findings: Pick<Findings, 'read'>;
  windows: Pick<Windows, 'covering'>;
  alerts: Pick<Alerts, 'get'>;
  messages: Pick<Messages, 'get'>;
  stories: Pick<Stories, 'records'>;
  notifiedStories: Pick<NotifiedStories, 'read'>;
}
