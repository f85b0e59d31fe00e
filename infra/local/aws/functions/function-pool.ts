import { randomUUID } from 'node:crypto';
import { SECOND } from '../../../../shared/domain/time/instant.ts';
import {
  type CallEnd,
  type FunctionSpec,
  InvokeRefused,
  PAYLOAD_LIMIT,
  USUAL_CONCURRENCY,
} from './function-spec.ts';
import { type FunctionThread, startThread, type ThreadSurroundings } from './start-thread.ts';

export interface PoolSurroundings extends Omit<ThreadSurroundings, 'onOutput'> {
  /** Called with each line that a function prints, without its line break. */
  onLine: (functionName: string, line: string) => void;
  /** Called before each start of a thread. */
  makeRoom: () => void;
  /** Where threads wait for their turn to load. */
  loads: LoadLine;
}

export interface PoolCall {
  requestId?: string | undefined;
  /** The trace header of the call. */
  trace?: string | undefined;
  /** True: nobody waits for the answer, so the call may wait for a thread as long as it takes. */
  isPatient?: boolean;
}

/** The threads of one function. Each runs one call at a time and is kept for the next one. */
export interface FunctionPool {
  spec: FunctionSpec;
  /**
   * Runs a call as soon as a thread is free: the function has as many as its concurrency.
   * @throws InvokeRefused with TooManyRequestsException when too many calls wait, or when this one has waited too
   *   long.
   */
  call(event: string, how?: PoolCall): Promise<CallEnd>;
  /** Loads a thread for the calls to come, unless there is one. */
  loadAhead(): void;
  /** How many threads it has. */
  loaded(): number;
  /** When the thread that has rested longest ended its last call, by `performance.now()`. Undefined when all work. */
  restingSince(): number | undefined;
  /** Ends the thread that has rested longest. */
  endResting(): void;
  /** Ends all threads, also those that are working. */
  end(): Promise<void>;
}

export function createPool(
  spec: FunctionSpec,
  { onLine, makeRoom, loads, ...surroundings }: PoolSurroundings,
): FunctionPool {
  const threads = new Set<FunctionThread>();
  const idle: { thread: FunctionThread; since: number }[] = [];
  /** Calls that wait for a thread, in the order in which they came. */
  const waiting = new Set<Waiting>();
  let hasEnded = false;
  const limit = openConcurrencyLimit(spec.concurrency ?? USUAL_CONCURRENCY);

  function rested(): FunctionThread | undefined {
    const thread = idle.pop()?.thread;
    if (!thread || thread.usable()) return thread;
    threads.delete(thread);
    return rested();
  }

  /** A thread that has become free or, when the function's turn to load has come before that, a new one. */
  function take(): Promise<FunctionThread> {
    if (hasEnded) return Promise.reject(stopping());
    const free = rested();
    if (free) return Promise.resolve(free);
    const { promise, resolve, reject } = Promise.withResolvers<FunctionThread>();
    const call: Waiting = { resolve, reject };
    waiting.add(call);
    call.ticket = loads.ask({
      isFirst: threads.size === 0 && waiting.size === 1,
      start: () => {
        const thread = load();
        waiting.delete(call);
        resolve(thread);
        return thread.loaded;
      },
    });
    return promise;
  }

  function load(): FunctionThread {
    makeRoom();
    const onOutput = splitLines((line) => onLine(spec.name, line));
    const thread = startThread(spec, { ...surroundings, onOutput });
    threads.add(thread);
    return thread;
  }

  function giveBack(thread: FunctionThread): void {
    const [call] = waiting;
    if (!thread.usable()) threads.delete(thread);
    else if (call) leave(call).resolve(thread);
    else idle.push({ thread, since: performance.now() });
  }

  function leave(call: Waiting): Waiting {
    waiting.delete(call);
    call.ticket?.leave();
    return call;
  }

  return {
    spec,
    loadAhead: () => {
      if (threads.size > 0 || hasEnded) return;
      const start = async (): Promise<void> => {
        const thread = load();
        await thread.loaded;
        giveBack(thread);
      };
      loads.ask({ isFirst: true, start });
    },
    loaded: () => threads.size,
    restingSince: () => idle[0]?.since,
    endResting: () => {
      const thread = idle.shift()?.thread;
      if (!thread) return;
      threads.delete(thread);
      void thread.end();
    },
    call: async (event, { requestId = randomUUID(), isPatient = false, trace = '' } = {}) => {
      await limit.take({ bytes: Buffer.byteLength(event), isPatient });
      try {
        const thread = await take();
        const end = withinLimit(
          await thread.call(event, { requestId, trace }).finally(() => giveBack(thread)),
        );
        if ('error' in end) onLine(spec.name, errorLine(spec.name, { requestId, error: end.error }));
        return end;
      } finally {
        limit.give();
      }
    },
    end: async () => {
      hasEnded = true;
      limit.close();
      for (const call of waiting) leave(call).reject(stopping());
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
}

/** A call that waits for a thread. */
interface Waiting extends Pick<PromiseWithResolvers<FunctionThread>, 'resolve' | 'reject'> {
  ticket?: LoadTicket;
}

/** Lambda refuses an answer above its limit. The call has then failed, although the function has done its work. */
function withinLimit(end: CallEnd): CallEnd {
  if ('error' in end || Buffer.byteLength(end.payload) <= PAYLOAD_LIMIT) return end;
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${PAYLOAD_LIMIT} bytes).`;
  return { error: { errorType: 'Function.ResponseSizeTooLarge', errorMessage } };
}

function errorLine(name: string, { requestId, error }: { requestId: string; error: object }): string {
  return JSON.stringify({ level: 'ERROR', message: 'invocation-failed', function: name, requestId, error });
}

/** Functions that want a thread with their code loaded, in a line: loading is nothing but work for a processor. */
export interface LoadLine {
  /**
   * Waits in the line. `start` is called when a thread may load, and says when it has loaded. Functions without a
   * thread go before those that want one more; first come, first served among each.
   */
  ask(wanted: { isFirst: boolean; start: () => Promise<unknown> }): LoadTicket;
}

interface LoadTicket {
  /** Leaves the line, if `start` was not called yet. */
  leave(): void;
}

interface QueuedLoad {
  isFirst: boolean;
  start: () => Promise<unknown>;
}

/** @param limit how many threads load at a time. */
export function openLoadLine(limit: number): LoadLine {
  const line = new Set<QueuedLoad>();
  let loading = 0;

  function next(): void {
    if (loading >= limit) return;
    const waiting = [...line].find(({ isFirst }) => isFirst) ?? [...line][0];
    if (!waiting) return;
    line.delete(waiting);
    loading += 1;
    const end = (): void => {
      loading -= 1;
      next();
    };
    waiting.start().then(end, end);
  }

  return {
    ask: (wanted) => {
      line.add(wanted);
      next();
      return { leave: () => void line.delete(wanted) };
    },
  };
}

/** So many calls run at a time. More wait in a line, first come, first served. */
interface ConcurrencyLimit {
  /**
   * Resolves when the call may run. It must give its turn back at its end.
   * @throws InvokeRefused when the line is full, when the wait takes too long, or when the turns are closed. A
   *   patient call is refused only then.
   */
  take(call: { bytes: number; isPatient: boolean }): Promise<void>;
  give(): void;
  /** Refuses all calls that wait, and all new ones. */
  close(): void;
}

/** How many calls may wait, and how many bytes their events may have together. */
const MOST_WAITING = 500;
const MOST_BYTES = 24 * 1024 * 1024;
/** How long a call waits whose caller waits for the answer. Senders of webhooks wait 5 s for theirs. */
const PATIENCE = 3 * SECOND;

interface QueuedCall {
  bytes: number;
  start: () => void;
  refuse: (cause: InvokeRefused) => void;
}

/**
 * Lambda starts an environment for each call at once, up to a limit, and refuses what is above it. One machine has few
 * processors: here a call waits first, so that a short burst is taken. Only a flood is refused.
 *
 * @param limit how many calls run at a time.
 */
function openConcurrencyLimit(limit: number): ConcurrencyLimit {
  const line = new Set<QueuedCall>();
  let running = 0;
  let waitingBytes = 0;
  let isClosed = false;

  function leave(waiting: QueuedCall): void {
    if (line.delete(waiting)) waitingBytes -= waiting.bytes;
  }

  function wait(bytes: number, isPatient: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = isPatient ? undefined : setTimeout(() => waiting.refuse(throttled()), PATIENCE);
      const waiting: QueuedCall = {
        bytes,
        start: () => {
          clearTimeout(timer);
          leave(waiting);
          resolve();
        },
        refuse: (cause) => {
          clearTimeout(timer);
          leave(waiting);
          reject(cause);
        },
      };
      line.add(waiting);
      waitingBytes += bytes;
    });
  }

  return {
    take: async ({ bytes, isPatient }) => {
      if (isClosed) throw stopping();
      if (running >= limit) {
        const isFull = line.size >= MOST_WAITING || waitingBytes + bytes > MOST_BYTES;
        if (isFull && !isPatient) throw throttled();
        await wait(bytes, isPatient);
        return;
      }
      running += 1;
    },
    give: () => {
      const [next] = line;
      // The turn passes on as it is: the number of running calls stays the same.
      if (next) next.start();
      else running -= 1;
    },
    close: () => {
      isClosed = true;
      for (const waiting of line) waiting.refuse(stopping());
    },
  };
}

/** Lambda's own words. */
function throttled(): InvokeRefused {
  return new InvokeRefused('TooManyRequestsException', 'Rate Exceeded.');
}

/** What calls are refused with that the end of the machine has overtaken. */
function stopping(): InvokeRefused {
  return new InvokeRefused('ServiceException', 'The machine is stopping');
}

/** Joins pieces of text and passes on each complete line without its break. Empty lines are left out. */
function splitLines(onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() !== '') onLine(line);
    }
  };
}
