import type { OpenPort } from '../../../http/serve-app.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults/faults.ts';
import type { Usage } from '../plan/usage.ts';

export interface HostSettings {
  /** 0 picks a free port. A port that is open already is served, and closed in the end. */
  port: number | OpenPort;
  clock: Clock;
  /** Makes the id of each request. */
  newId: () => string;
  usage: Usage;
  faults: Faults;
  /** Takes a line about an unexpected exception. */
  log: (line: string) => void;
  /** Plays delays; a test may capture them instead. Ends early, without an error, when the signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Says how far services are that are not open yet. */
  progress?: () => string;
  /** Largest body in bytes. */
  bodyLimit?: number;
}
