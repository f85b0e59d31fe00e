import type { ServiceAddresses } from '../services/service-addresses.ts';
import type { StartOptions } from '../start-options.ts';

/** What the thread of the local services is started with. */
export interface UpstreamStart {
  options: Pick<StartOptions, 'port' | 'corpus' | 'shiftToNow' | 'strict' | 'once'>;
  /** The folder for what must survive a restart. */
  data: string;
  clockShift: SharedArrayBuffer;
}

/** From the thread. */
export type UpstreamReport =
  /** The port is open. Requests wait until the services are ready. */
  | { type: 'listening'; addresses: ServiceAddresses }
  | { type: 'line'; text: string }
  /** So many lines of the corpus are read. */
  | { type: 'progress'; lines: number }
  | { type: 'ready' }
  /** The services did not start, for the reason given for people. */
  | { type: 'failed'; reason: string };
