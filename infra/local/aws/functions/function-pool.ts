import { randomUUID } from 'node:crypto';
import { type CallEnd, type FunctionSpec, PAYLOAD_LIMIT, USUAL_CONCURRENCY } from './function-spec.ts';
import type { LoadLine, LoadTicket } from './load-line.ts';
import { splitLines } from './split-lines.ts';
import { type FunctionThread, startThread, type ThreadSurroundings } from './start-thread.ts';
import { openTurns, stopping } from './turns.ts';

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
   * @throws InvokeRefused with TooManyRequestsException when too many calls wait, or when this one has waited too long.
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
  const turns = openTurns(spec.concurrency ?? USUAL_CONCURRENCY);

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
      await turns.take({ bytes: Buffer.byteLength(event), isPatient });
      try {
        const thread = await take();
        const end = withinLimit(
          await thread.call(event, { requestId, trace }).finally(() => giveBack(thread)),
        );
        if ('error' in end) onLine(spec.name, errorLine(spec.name, { requestId, error: end.error }));
        return end;
      } finally {
        turns.give();
      }
    },
    end: async () => {
      hasEnded = true;
      turns.close();
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
