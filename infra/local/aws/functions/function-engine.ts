import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { createPool, type FunctionPool, type PoolSurroundings } from './function-pool.ts';
import {
  type CallEnd,
  EVENT_LIMIT,
  type FunctionSpec,
  InvokeRefused,
  PAYLOAD_LIMIT,
} from './function-spec.ts';

/** Runs the functions of the stack, each in threads of its own. */
export interface FunctionEngine {
  /**
   * Calls a function with an event as JSON text and waits for its end. A call that repeats one which died with its process
   * gives the same request id again, as Lambda does for a repeated event. The function may then re-enter the lease of the
   * first call.
   * @throws InvokeRefused for an unknown name or arn, an event above 6 MB, or when the engine is stopping.
   */
  invoke(nameOrArn: string, event: string, repeats?: { requestId: string }): Promise<CallEnd>;
  /**
   * Calls a function and does not wait. A failed call is tried again after one minute and after two, as often as the
   * function's retries say. Tries that are still to come are lost when the process ends.
   * @throws InvokeRefused for an unknown name or arn, or an event above 1 MB.
   */
  invokeLater(nameOrArn: string, event: string): void;
  /** How many calls run. */
  running(): number;
  /** Refuses new calls, gives running ones `grace` milliseconds to end, then ends all threads. */
  stop(grace: number): Promise<void>;
}

export function createFunctionEngine(
  specs: readonly FunctionSpec[],
  surroundings: PoolSurroundings,
): FunctionEngine {
  const pools = new Map(specs.map((spec) => [spec.name, createPool(spec, surroundings)]));
  const calls = new Set<Promise<unknown>>();
  const retries = new Set<NodeJS.Timeout>();
  let stopping = false;

  function find(nameOrArn: string): FunctionPool {
    if (stopping) throw new InvokeRefused('ServiceException', 'The machine is stopping');
    const pool = pools.get(nameOf(nameOrArn));
    if (!pool) throw new InvokeRefused('ResourceNotFoundException', `Function not found: ${nameOrArn}`);
    return pool;
  }

  function track<T>(call: Promise<T>): Promise<T> {
    const tracked = call.finally(() => calls.delete(tracked));
    calls.add(tracked);
    return tracked;
  }

  async function tryAgain(pool: FunctionPool, event: string, tries: number): Promise<void> {
    const end = await pool.call(event);
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
      return track(find(nameOrArn).call(event, repeats?.requestId));
    },
    invokeLater: (nameOrArn, event) => {
      const pool = find(nameOrArn);
      assertSize(event, EVENT_LIMIT);
      void track(tryAgain(pool, event, 1));
    },
    stop: async (grace) => {
      stopping = true;
      for (const timer of retries) clearTimeout(timer);
      await settled(calls, grace);
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}

/** Waits until all calls have ended, or so many milliseconds. */
async function settled(calls: Iterable<Promise<unknown>>, limit: number): Promise<void> {
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, limit);
  await Promise.race([Promise.allSettled(calls), patience.promise]);
  clearTimeout(timer);
}

/** The name in `name`, or in an arn with or without a version. */
function nameOf(nameOrArn: string): string {
  return /^arn:aws:lambda:[^:]*:[^:]*:function:([^:]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;
}

function assertSize(event: string, limit: number): void {
  const size = Buffer.byteLength(event);
  if (size <= limit) return;
  const message = `${size} byte payload is too large (limit is ${limit} bytes)`;
  throw new InvokeRefused('RequestTooLargeException', message);
}
