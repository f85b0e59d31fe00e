import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SharedClock } from '../shared-clock.ts';
import { threadFile } from '../thread-file.ts';
import type {
  CallEnd,
  FunctionError,
  FunctionSpec,
  ThreadCall,
  ThreadReport,
  ThreadStart,
} from './function-spec.ts';

/** One worker thread with a loaded function. Like one Lambda environment it runs one call at a time. */
export interface FunctionThread {
  call(event: string, how: { requestId: string; trace: string }): Promise<CallEnd>;
  /** Resolves when its code is loaded, or cannot be. */
  loaded: Promise<unknown>;
  /** False once the thread has ended: by a time-out, a crash, or `end`. */
  usable(): boolean;
  end(): Promise<void>;
}

export interface ThreadSurroundings {
  clock: SharedClock;
  skipWaits: boolean;
  /** True: traces of errors name the lines of the sources, where the code carries a source map. */
  sourceMaps: boolean;
  /** Addresses of the engines and what else every function finds in its environment. */
  environment: Readonly<Record<string, string>>;
  onOutput: (text: string) => void;
}

/** In megabytes. V8 would take four times as much for short-lived values in each thread, and gain nothing here. */
const YOUNG_MEMORY = 6;

/** Starts a thread and loads the function in it; the first call waits for that. */
export function startThread(spec: FunctionSpec, surroundings: ThreadSurroundings): FunctionThread {
  const { clock, skipWaits, onOutput } = surroundings;
  const start: ThreadStart = {
    module: spec.module,
    export: spec.export,
    clockShift: clock.shift,
    skipWaits,
  };
  const worker = new Worker(threadFile('function-thread', import.meta.url), {
    // Debuggers list the threads by their names.
    name: spec.name,
    workerData: start,
    env: { ...compileCache(), ...surroundings.environment, ...lambdaEnvironment(spec), ...spec.environment },
    execArgv: surroundings.sourceMaps ? ['--enable-source-maps'] : [],
    resourceLimits: { maxOldGenerationSizeMb: spec.memory, maxYoungGenerationSizeMb: YOUNG_MEMORY },
  });
  const loaded = Promise.withResolvers<FunctionError | undefined>();
  let current: PromiseWithResolvers<CallEnd> | undefined;
  let usable = true;

  const fail = (error: FunctionError): void => {
    usable = false;
    loaded.resolve(error);
    current?.resolve({ error });
  };
  worker.on('message', (report: ThreadReport) => {
    if (report.type === 'output') onOutput(report.text);
    else if (report.type === 'ready') loaded.resolve(undefined);
    else if (report.type === 'broken') fail(report.error);
    else if (report.type === 'failed') current?.resolve({ error: report.error });
    else current?.resolve({ payload: report.payload });
  });
  worker.on('error', (cause) => {
    const { name, message } = cause instanceof Error ? cause : { name: 'Error', message: String(cause) };
    fail({ errorType: name, errorMessage: message });
  });
  worker.on('exit', (code) => {
    fail({ errorType: 'Runtime.ExitError', errorMessage: `The thread ended with exit code ${code}` });
  });

  const endAfter = (milliseconds: number, error: FunctionError): NodeJS.Timeout =>
    setTimeout(() => {
      fail(error);
      void worker.terminate();
    }, milliseconds);

  return {
    loaded: loaded.promise,
    usable: () => usable,
    end: async () => {
      usable = false;
      await worker.terminate();
    },
    call: async (event, { requestId, trace }) => {
      const loading = endAfter(spec.loadTimeout, timedOut('Init', spec.loadTimeout));
      const broken = await loaded.promise;
      clearTimeout(loading);
      if (broken) return { error: broken };
      current = Promise.withResolvers();
      const call: ThreadCall = {
        requestId,
        trace,
        event,
        deadline: clock.now() + spec.timeout,
        functionName: spec.name,
        functionArn: spec.arn,
        memory: spec.memory,
      };
      worker.postMessage(call, []);
      const timer = endAfter(spec.timeout, timedOut(requestId, spec.timeout));
      const end = await current.promise;
      clearTimeout(timer);
      current = undefined;
      return end;
    },
  };
}

/**
 * A thread with its own environment has no compile cache unless it is named. Without one, each thread compiles all
 * again.
 */
function compileCache(): Record<string, string> {
  // The folder of this version of Node, inside the folder that the process was given.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

function timedOut(subject: string, limit: number): FunctionError {
  const seconds = (limit / 1_000).toFixed(2);
  return {
    errorType: 'Sandbox.Timedout',
    errorMessage: `${subject} Task timed out after ${seconds} seconds`,
  };
}

function lambdaEnvironment(spec: FunctionSpec): Record<string, string> {
  return {
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: spec.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    // It names the caller to the engines that know roles.
    AWS_SESSION_TOKEN: spec.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memory),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${spec.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: spec.name,
    TZ: ':UTC',
  };
}
