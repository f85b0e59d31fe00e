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

/** One function of the stack, as its engine runs it. */
export interface FunctionSpec {
  name: string;
  arn: string;
  /** Absolute path of the bundled module, and the name of its exported handler. */
  module: string;
  export: string;
  /** ARN of its role. */
  role?: string | undefined;
  /** How long a call may take, in milliseconds. */
  timeout: number;
  /** How long a new thread may load before its first call, in milliseconds. */
  loadTimeout: number;
  /** Megabytes. */
  memory: number;
  environment: Readonly<Record<string, string>>;
  /** How often an event invocation that failed is tried again: 0 to 2. */
  retries: number;
  /** True: it may be called by messages that it sent to itself, as `RecursiveLoop: Allow` says. */
  mayLoop?: boolean;
  /** How many calls may run at a time. Left out: `USUAL_CONCURRENCY`. */
  concurrency?: number;
}

/**
 * How many calls of a function run at a time on this machine, beside those that its queues make. Each takes a thread
 * of about 40 MB, and a machine with few processors is not faster with more.
 */
export const USUAL_CONCURRENCY = 3;

/** A queue that feeds a function. */
export interface EventSource {
  queueArn: string;
  functionName: string;
  /** Messages at a time. */
  batchSize: number;
  /** Calls at a time. */
  concurrency: number;
  /** True: the function says which messages of a batch have failed. */
  partialFailures: boolean;
}

/** How a call ended: with an answer as JSON text, or with the error that Lambda would return. */
export type CallEnd = { payload: string } | { error: FunctionError };

/** The largest event and the largest answer of a call that waits, in bytes (6 MB). */
export const PAYLOAD_LIMIT = 6 * 1024 * 1024;
/** The largest event of a call that does not wait, in bytes (1 MB). */
export const EVENT_LIMIT = 1024 * 1024;

/** A call that Lambda refuses before the function runs. */
export class InvokeRefused extends Error {
  override readonly name = 'InvokeRefused';
  readonly code:
    | 'ResourceNotFoundException'
    | 'RequestTooLargeException'
    | 'TooManyRequestsException'
    | 'RecursiveInvocationException'
    | 'ServiceException';

  constructor(code: InvokeRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}
