import { createHash, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { serveApp } from '../../serve-app.ts';
import { engineApp, type EngineCall, EngineRefused } from '../engine-app.ts';
import type { EngineAddress } from '../local-account.ts';
import {
  createPool,
  type FunctionPool,
  openLoadLine,
  type PoolCall,
  type PoolSurroundings,
} from './function-pool.ts';
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
   * Calls a function with an event as JSON text and waits for its end. A call that repeats an event may give the same
   * request id again, as Lambda does. `trace` is the trace header of what causes the call.
   * @throws InvokeRefused for an unknown name or arn, an event above 6 MB, when more calls come than the function's
   *   concurrency allows for longer than a burst, when one chain of requests has called the function too often, or
   *   when the engine is stopping.
   */
  invoke(nameOrArn: string, event: string, how?: Pick<PoolCall, 'requestId' | 'trace'>): Promise<CallEnd>;
  /**
   * Calls a function and does not wait. A failed call is tried again after one minute and after two, as often as the
   * function's retries say. Tries that are still to come are lost when the process ends.
   * While the function is at its concurrency, the event waits.
   * @throws InvokeRefused for an unknown name or arn, an event above 1 MB, or when too many events wait.
   */
  invokeLater(nameOrArn: string, event: string): void;
  /** Loads a thread of a function that will be called soon. @throws InvokeRefused for an unknown name or arn. */
  loadAhead(nameOrArn: string): void;
  /** How many calls run. */
  running(): number;
  /** Refuses new calls, gives running ones `grace` milliseconds to end, then ends all threads. */
  stop(grace: number): Promise<void>;
}

/** @param surroundings `keptThreads`: so many threads at most rest and are kept for later calls. Default: 4. */
export function createFunctionEngine(
  specs: readonly FunctionSpec[],
  {
    keptThreads = MOST_KEPT,
    ...surroundings
  }: Omit<PoolSurroundings, 'loads' | 'makeRoom'> & { keptThreads?: number },
): FunctionEngine {
  const pools = new Map<string, FunctionPool>();
  // A debugger would lose its breakpoints with a thread that ends.
  const mostKept = surroundings.sourceMaps ? Number.POSITIVE_INFINITY : keptThreads;
  const makeRoom = () => endResting(pools, mostKept - 1);
  const loads = openLoadLine(surroundings.sourceMaps ? Number.POSITIVE_INFINITY : LOADING);
  for (const spec of specs) pools.set(spec.name, createPool(spec, { ...surroundings, makeRoom, loads }));
  const calls = new Set<Promise<unknown>>();
  const retries = new Set<NodeJS.Timeout>();
  let stopping = false;
  let laterBytes = 0;

  function find(nameOrArn: string): FunctionPool {
    if (stopping) throw new InvokeRefused('ServiceException', 'The machine is stopping');
    const pool = pools.get(nameOf(nameOrArn));
    if (!pool) throw new InvokeRefused('ResourceNotFoundException', `Function not found: ${nameOrArn}`);
    return pool;
  }

  function track<T>(call: Promise<T>): Promise<T> {
    const tracked = call.finally(() => {
      calls.delete(tracked);
      // A burst may have started more than are kept.
      endResting(pools, mostKept);
    });
    calls.add(tracked);
    return tracked;
  }

  async function tryAgain(pool: FunctionPool, event: string, tries: number): Promise<void> {
    const end = await pool.call(event, { isPatient: true, trace: traceOfCall(pool.spec, undefined) });
    if (!('error' in end) || tries > pool.spec.retries || stopping) {
      laterBytes -= bytesLater(event);
      return;
    }
    const timer = setTimeout(() => {
      retries.delete(timer);
      startLater(pool, event, tries + 1);
    }, tries * MINUTE);
    retries.add(timer);
  }

  function startLater(pool: FunctionPool, event: string, tries: number): void {
    // A patient call is refused only when the engine stops. Tries that are still to come are lost then.
    track(tryAgain(pool, event, tries)).catch(() => undefined);
  }

  return {
    running: () => calls.size,
    invoke: async (nameOrArn, event, how) => {
      assertSize(event, PAYLOAD_LIMIT);
      const pool = find(nameOrArn);
      return track(pool.call(event, { ...how, trace: traceOfCall(pool.spec, how?.trace) }));
    },
    invokeLater: (nameOrArn, event) => {
      const pool = find(nameOrArn);
      assertSize(event, EVENT_LIMIT);
      const bytes = bytesLater(event);
      if (laterBytes + bytes > LATER_LIMIT) {
        throw new InvokeRefused('TooManyRequestsException', 'Rate Exceeded.');
      }
      laterBytes += bytes;
      startLater(pool, event, 1);
    },
    loadAhead: (nameOrArn) => find(nameOrArn).loadAhead(),
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

/** How many threads load at a time. One processor is left for what runs. */
const LOADING = Math.max(1, availableParallelism() - 1);

/** What `keptThreads` is where it is left out. Each thread holds about 30 MB. */
const MOST_KEPT = 4;

/** Ends resting threads, the longest resting first, until so many are left or all others work. */
function endResting(pools: ReadonlyMap<string, FunctionPool>, left: number): void {
  let loaded = [...pools.values()].reduce((sum, pool) => sum + pool.loaded(), 0);
  for (; loaded > left; loaded -= 1) {
    const resting = [...pools.values()].filter((pool) => pool.restingSince() !== undefined);
    const [longest] = resting.toSorted(
      (one, other) => (one.restingSince() ?? 0) - (other.restingSince() ?? 0),
    );
    if (!longest) return;
    longest.endResting();
  }
}

/** How many bytes the events that nobody waits for may have together, and what each takes beside its text. */
const LATER_LIMIT = 32 * 1024 * 1024;
const EVENT_OVERHEAD = 1_024;

function bytesLater(event: string): number {
  return Buffer.byteLength(event) + EVENT_OVERHEAD;
}

function traceOfCall({ name, mayLoop = false }: FunctionSpec, trace: string | undefined): string {
  if (!mayLoop && callsInChain(trace, name) >= LONGEST_CHAIN) {
    const message = `Lambda has detected that ${name} is called in a loop, and has stopped the call.`;
    throw new InvokeRefused('RecursiveInvocationException', message);
  }
  return addCall(trace, name);
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

/**
 * How often one chain of requests may call a function. Lambda stops the next call (Lambda Developer Guide, "Use Lambda
 * recursive loop detection to prevent infinite loops").
 */
const LONGEST_CHAIN = 16;

/** How often the chain of this trace header has called a function. 0 without a header: then a chain begins. */
export function callsInChain(trace: string | undefined, functionName: string): number {
  return readLineage(trace).get(keyOf(functionName)) ?? 0;
}

/**
 * The trace header of one more call of a function: `Root=1-…;Parent=…;Sampled=0;Lineage=FUNCTION:COUNT|…`. The SDK in
 * the function sends it with each request, and SQS keeps it with each message. AWS does not document the form of
 * `Lineage`.
 */
function addCall(trace: string | undefined, functionName: string): string {
  const lineage = readLineage(trace).set(keyOf(functionName), callsInChain(trace, functionName) + 1);
  const root = /Root=[^;]+/.exec(trace ?? '')?.[0] ?? newRoot();
  const counts = [...lineage].map(([key, count]) => `${key}:${count}`);
  return `${root};Parent=${randomBytes(8).toString('hex')};Sampled=0;Lineage=${counts.join('|')}`;
}

function readLineage(trace = ''): Map<string, number> {
  const [, counts = ''] = /Lineage=([^;]*)/.exec(trace) ?? [];
  return new Map(
    [...counts.matchAll(/([\da-f]{8}):(\d+)/g)].map(([, key = '', count = '']) => [key, Number(count)]),
  );
}

function newRoot(): string {
  return `Root=1-${Math.floor(Date.now() / 1_000).toString(16)}-${randomBytes(12).toString('hex')}`;
}

function keyOf(functionName: string): string {
  return createHash('sha256').update(functionName).digest('hex').slice(0, 8);
}

/** The part of Lambda's API that calls functions, for the command line and for tests. */
interface LambdaEndpoint extends EngineAddress {
  stop: () => Promise<void>;
}

const STATUS = {
  ResourceNotFoundException: 404,
  RequestTooLargeException: 413,
  TooManyRequestsException: 429,
  RecursiveInvocationException: 400,
  ServiceException: 500,
} as const;

export async function startLambdaEndpoint(engine: FunctionEngine): Promise<LambdaEndpoint> {
  const app = engineApp(refusalAnswer);
  app.post('/2015-03-31/functions/:name/invocations', (call) => invoke(call, engine));
  app.notFound(({ req: { method, path } }) => {
    throw new EngineRefused('InvalidParameterValueException', `${method} ${path} is not known here`);
  });
  const server = await serveApp(app);
  return { url: server.url, stop: server.close };
}

async function invoke(call: EngineCall, engine: FunctionEngine): Promise<Response> {
  const name = call.req.param('name') ?? '';
  const type = call.req.header('x-amz-invocation-type') ?? 'RequestResponse';
  if (type !== 'RequestResponse' && type !== 'Event') {
    throw new EngineRefused('InvalidParameterValueException', `Calls of type ${type} are not known here`);
  }
  const event = call.get('body') || '{}';
  if (!isJson(event)) {
    throw new EngineRefused('InvalidRequestContentException', 'Could not parse request body into json');
  }
  if (type === 'Event') {
    engine.invokeLater(name, event);
    return call.body(null, 202);
  }
  const end = await engine.invoke(name, event, { trace: call.req.header('x-amzn-trace-id') });
  const headers = { 'Content-Type': 'application/json', 'x-amz-executed-version': '$LATEST' };
  if ('payload' in end) return call.body(end.payload, 200, headers);
  return call.json(end.error, 200, { ...headers, 'x-amz-function-error': 'Unhandled' });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function refusalAnswer(cause: Error): Response | undefined {
  if (!(cause instanceof EngineRefused || cause instanceof InvokeRefused)) return undefined;
  const status = cause instanceof EngineRefused ? cause.status : STATUS[cause.code];
  const headers = { 'x-amzn-errortype': cause.code };
  return Response.json({ Type: 'User', Message: cause.message }, { status, headers });
}
