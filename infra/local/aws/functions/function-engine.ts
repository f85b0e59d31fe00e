import { randomUUID } from 'node:crypto';
import type { SharedClock } from '../shared-clock.ts';
import {
  type CallEnd,
  EVENT_LIMIT,
  type FunctionSpec,
  InvokeRefused,
  PAYLOAD_LIMIT,
} from './function-spec.ts';
import { splitLines } from './split-lines.ts';
import { type FunctionThread, startThread } from './start-thread.ts';

/** Runs the functions of the stack, each in threads of its own. */
export interface FunctionEngine {
  /**
   * Calls a function with an event as JSON text and waits for its end. A call that repeats one which died with the
   * process gives its request id again, as Lambda does when it repeats an event: the function may then re-enter what
   * that call held.
   * @throws InvokeRefused for an unknown name or arn, an event above 6 MB, or when the engine is stopping.
   */
  invoke(nameOrArn: string, event: string, repeats?: { requestId: string }): Promise<CallEnd>;
  /**
   * Calls a function and does not wait. A failure is tried again after one minute and after two, as often as the
   * function's retries say; tries that are still to come are forgotten when the process ends.
   * @throws InvokeRefused for an unknown name or arn, or an event above 1 MB.
   */
  invokeLater(nameOrArn: string, event: string): void;
  /** How many calls are under way. */
  running(): number;
  /** Refuses new calls, gives those under way `grace` milliseconds to end, then ends all threads. */
  stop(grace: number): Promise<void>;
}

export interface FunctionSurroundings {
  clock: SharedClock;
  /** True: deliberate waits of functions leap the clock. */
  skipWaits: boolean;
  environment: Readonly<Record<string, string>>;
  /** Receives each line that a function prints, without its line break. */
  onLine: (functionName: string, line: string) => void;
}

/** The threads of one function: each runs one call at a time, and rests until the next. */
interface Pool {
  spec: FunctionSpec;
  threads: Set<FunctionThread>;
  take(): FunctionThread;
  giveBack(thread: FunctionThread): void;
}

const MINUTE = 60_000;

export function createFunctionEngine(
  specs: readonly FunctionSpec[],
  { onLine, ...surroundings }: FunctionSurroundings,
): FunctionEngine {
  const pools = new Map(specs.map((spec) => [spec.name, poolOf(spec)]));
  const calls = new Set<Promise<unknown>>();
  const retries = new Set<NodeJS.Timeout>();
  let stopping = false;

  function poolOf(spec: FunctionSpec): Pool {
    const threads = new Set<FunctionThread>();
    const idle: FunctionThread[] = [];
    const take = (): FunctionThread => {
      const rested = idle.pop();
      if (rested?.usable()) return rested;
      if (rested) return take();
      const onOutput = splitLines((line) => onLine(spec.name, line));
      const thread = startThread(spec, { ...surroundings, onOutput });
      threads.add(thread);
      return thread;
    };
    const giveBack = (thread: FunctionThread): void => {
      if (thread.usable()) idle.push(thread);
      else threads.delete(thread);
    };
    return { spec, threads, take, giveBack };
  }

  function find(nameOrArn: string): Pool {
    if (stopping) throw new InvokeRefused('ServiceException', 'The machine is stopping');
    const pool = pools.get(nameOf(nameOrArn));
    if (!pool) throw new InvokeRefused('ResourceNotFoundException', `Function not found: ${nameOrArn}`);
    return pool;
  }

  async function run(pool: Pool, event: string, requestId: string = randomUUID()): Promise<CallEnd> {
    const thread = pool.take();
    try {
      const end = await thread.call(requestId, event);
      const answer = withinLimit(end);
      if ('error' in answer) onLine(pool.spec.name, errorLine(pool.spec.name, requestId, answer.error));
      return answer;
    } finally {
      pool.giveBack(thread);
    }
  }

  function track<T>(call: Promise<T>): Promise<T> {
    const tracked = call.finally(() => calls.delete(tracked));
    calls.add(tracked);
    return tracked;
  }

  async function tryAgain(pool: Pool, event: string, tries: number): Promise<void> {
    const end = await run(pool, event);
    if (!('error' in end) || tries > pool.spec.retries || stopping) return;
    const timer = setTimeout(() => {
      retries.delete(timer);
      void track(tryAgain(pool, event, tries + 1));
    }, tries * MINUTE);
    retries.add(timer);
  }

  return {
    running: () => calls.size,
    invoke: async (nameOrArn, event, repeats) => {
      assertSize(event, PAYLOAD_LIMIT);
      return track(run(find(nameOrArn), event, repeats?.requestId));
    },
    invokeLater: (nameOrArn, event) => {
      const pool = find(nameOrArn);
      assertSize(event, EVENT_LIMIT);
      void track(tryAgain(pool, event, 1));
    },
    stop: async (grace) => {
      stopping = true;
      for (const timer of retries) clearTimeout(timer);
      const patience = Promise.withResolvers<void>();
      const timer = setTimeout(patience.resolve, grace);
      await Promise.race([Promise.allSettled(calls), patience.promise]);
      clearTimeout(timer);
      await Promise.all([...pools.values()].flatMap(({ threads }) => [...threads].map((one) => one.end())));
    },
  };
}

/** The name in `name`, or in an arn with or without a version. */
function nameOf(nameOrArn: string): string {
  return /^arn:aws:lambda:[^:]*:[^:]*:function:([^:]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;
}

function assertSize(event: string, limit: number): void {
  const size = Buffer.byteLength(event);
  if (size > limit) {
    throw new InvokeRefused(
      'RequestTooLargeException',
      `${size} byte payload is too large (limit is ${limit} bytes)`,
    );
  }
}

/** Lambda refuses an answer above its limit; the call has then failed although the function has done its work. */
function withinLimit(end: CallEnd): CallEnd {
  if ('error' in end || Buffer.byteLength(end.payload) <= PAYLOAD_LIMIT) return end;
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${PAYLOAD_LIMIT} bytes).`;
  return { error: { errorType: 'Function.ResponseSizeTooLarge', errorMessage } };
}

function errorLine(name: string, requestId: string, error: object): string {
  return JSON.stringify({ level: 'ERROR', message: 'invocation-failed', function: name, requestId, error });
}
