import { randomUUID } from 'node:crypto';
import { type CallEnd, type FunctionSpec, PAYLOAD_LIMIT, USUAL_CONCURRENCY } from './function-spec.ts';
import { splitLines } from './split-lines.ts';
import { type FunctionThread, startThread, type ThreadSurroundings } from './start-thread.ts';
import { openTurns } from './turns.ts';

export interface PoolSurroundings extends Omit<ThreadSurroundings, 'onOutput'> {
  /** Called with each line that a function prints, without its line break. */
  onLine: (functionName: string, line: string) => void;
  /** Called before each start of a thread. */
  makeRoom: () => void;
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
  { onLine, makeRoom, ...surroundings }: PoolSurroundings,
): FunctionPool {
  const threads = new Set<FunctionThread>();
  const idle: { thread: FunctionThread; since: number }[] = [];
  const turns = openTurns(spec.concurrency ?? USUAL_CONCURRENCY);

  function take(): FunctionThread {
    const rested = idle.pop()?.thread;
    if (rested?.usable()) return rested;
    if (rested) {
      threads.delete(rested);
      return take();
    }
    makeRoom();
    const onOutput = splitLines((line) => onLine(spec.name, line));
    const thread = startThread(spec, { ...surroundings, onOutput });
    threads.add(thread);
    return thread;
  }

  function giveBack(thread: FunctionThread): void {
    if (thread.usable()) idle.push({ thread, since: performance.now() });
    else threads.delete(thread);
  }

  return {
    spec,
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
      const thread = take();
      try {
        const end = withinLimit(await thread.call(event, { requestId, trace }));
        if ('error' in end) onLine(spec.name, errorLine(spec.name, { requestId, error: end.error }));
        return end;
      } finally {
        giveBack(thread);
        turns.give();
      }
    },
    end: async () => {
      turns.close();
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
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
