import type { Instant } from '../../../../shared/domain/time/instant.ts';

/** What a function's thread is started with. */
export interface ThreadStart {
  /** Absolute path of the bundled module. */
  module: string;
  /** Name of its exported handler. */
  export: string;
  clockShift: SharedArrayBuffer;
  skipWaits: boolean;
}

/** One call, to the thread. */
export interface ThreadCall {
  requestId: string;
  /** The trace header. The SDK sends it with each request. */
  trace: string;
  /** The event as JSON text. */
  event: string;
  /** When the time limit ends, on the shared clock. */
  deadline: Instant;
  functionName: string;
  functionArn: string;
  memory: number;
}

/** An error, in the shape in which Lambda returns it to a caller. */
export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace?: readonly string[];
}

/** From the thread. Output and answers use the same port, so that a call's log lines arrive before its end. */
export type ThreadReport =
  | { type: 'ready' }
  | { type: 'broken'; error: FunctionError }
  | { type: 'output'; text: string }
  | { type: 'answered'; payload: string }
  | { type: 'failed'; error: FunctionError };
