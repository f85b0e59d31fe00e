import { pathToFileURL } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { collectWhenIdle } from '../collect-when-idle.ts';
import { installClock } from './clock-preload.ts';
import type { FunctionError, ThreadCall, ThreadReport, ThreadStart } from './function-spec.ts';

/** The thread of one function. It loads the bundle as it is, then answers one call after another. */
type Handler = (event: unknown, context: object) => unknown;

if (!parentPort) throw new Error('function-thread.ts runs as a worker thread only');
const port: MessagePort = parentPort;
const start: ThreadStart = workerData;

captureOutput();
installClock(start.clockShift, start);
const handler = await loadHandler();
if (handler) {
  const used = collectWhenIdle();
  port.on('message', (call: ThreadCall) => {
    used();
    void answer(handler, call).then(used);
  });
  report({ type: 'ready' });
}

function report(message: ThreadReport): void {
  port.postMessage(message);
}

/** Sends what the function prints to the parent. Each write is one message, in order with the answers. */
function captureOutput(): void {
  process.stdout.write = write;
  process.stderr.write = write;
}

type WriteCallback = (error?: Error | null) => void;

function write(
  chunk: string | Uint8Array,
  encodingOrDone?: BufferEncoding | WriteCallback,
  done?: WriteCallback,
): boolean {
  report({ type: 'output', text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8') });
  const callback = typeof encodingOrDone === 'function' ? encodingOrDone : done;
  if (callback) queueMicrotask(() => callback());
  return true;
}

async function loadHandler(): Promise<Handler | undefined> {
  try {
    const module: Record<string, unknown> = await import(pathToFileURL(start.module).href);
    const found = module[start.export];
    if (typeof found === 'function') return (event, context) => found(event, context);
    report({
      type: 'broken',
      error: {
        errorType: 'Runtime.HandlerNotFound',
        errorMessage: `${start.module} exports no function ${start.export}`,
      },
    });
  } catch (cause) {
    report({ type: 'broken', error: errorOf(cause) });
  }
  return undefined;
}

async function answer(handle: Handler, call: ThreadCall): Promise<void> {
  process.env['_X_AMZN_TRACE_ID'] = call.trace;
  try {
    const result = await handle(JSON.parse(call.event), contextOf(call));
    report({ type: 'answered', payload: JSON.stringify(result) ?? 'null' });
  } catch (cause) {
    report({ type: 'failed', error: errorOf(cause) });
  }
}

function contextOf(call: ThreadCall): object {
  return {
    awsRequestId: call.requestId,
    functionName: call.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: call.functionArn,
    memoryLimitInMB: String(call.memory),
    logGroupName: `/aws/lambda/${call.functionName}`,
    logStreamName: call.functionName,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, call.deadline - Date.now()),
  };
}

function errorOf(cause: unknown): FunctionError {
  if (!(cause instanceof Error)) return { errorType: 'Error', errorMessage: String(cause) };
  return {
    errorType: cause.name,
    errorMessage: cause.message,
    trace: (cause.stack ?? '').split('\n'),
  };
}
