import { randomUUID } from 'node:crypto';
import { type CallEnd, type FunctionSpec, PAYLOAD_LIMIT } from './function-spec.ts';
import { splitLines } from './split-lines.ts';
import { type FunctionThread, startThread, type ThreadSurroundings } from './start-thread.ts';

export interface PoolSurroundings extends Omit<ThreadSurroundings, 'onOutput'> {
  /** Called with each line that a function prints, without its line break. */
  onLine: (functionName: string, line: string) => void;
}

/** The threads of one function. Each runs one call at a time and is kept for the next one. */
export interface FunctionPool {
  spec: FunctionSpec;
  call(event: string, requestId?: string): Promise<CallEnd>;
  /** Ends all threads, also those that are working. */
  end(): Promise<void>;
}

export function createPool(spec: FunctionSpec, { onLine, ...surroundings }: PoolSurroundings): FunctionPool {
  const threads = new Set<FunctionThread>();
  const idle: FunctionThread[] = [];

  function take(): FunctionThread {
    const rested = idle.pop();
    if (rested) return rested.usable() ? rested : take();
    const onOutput = splitLines((line) => onLine(spec.name, line));
    const thread = startThread(spec, { ...surroundings, onOutput });
    threads.add(thread);
    return thread;
  }

  function giveBack(thread: FunctionThread): void {
    if (thread.usable()) idle.push(thread);
    else threads.delete(thread);
  }

  return {
    spec,
    call: async (event, requestId = randomUUID()) => {
      const thread = take();
      try {
        const end = withinLimit(await thread.call(requestId, event));
        if ('error' in end) onLine(spec.name, errorLine(spec.name, { requestId, error: end.error }));
        return end;
      } finally {
        giveBack(thread);
      }
    },
    end: async () => {
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
