import type { EngineAddress } from '../local-account.ts';
import { serveLoopback, type WireAnswer, type WireRequest } from '../wire/loopback-server.ts';
import type { FunctionEngine } from './function-engine.ts';
import { InvokeRefused } from './function-spec.ts';

/** The part of Lambda's API that calls functions, for the command line and for tests. */
export interface LambdaEndpoint extends EngineAddress {
  stop: () => Promise<void>;
}

const STATUS = {
  ResourceNotFoundException: 404,
  RequestTooLargeException: 413,
  ServiceException: 500,
} as const;

export async function startLambdaEndpoint(engine: FunctionEngine): Promise<LambdaEndpoint> {
  const server = await serveLoopback(async (request) => {
    try {
      return await invoke(request, engine);
    } catch (cause) {
      if (!(cause instanceof InvokeRefused)) throw cause;
      return refuse(STATUS[cause.code], cause.code, cause.message);
    }
  });
  return { url: server.url, stop: server.close };
}

async function invoke(
  { method, url, headers, body }: WireRequest,
  engine: FunctionEngine,
): Promise<WireAnswer> {
  const [, name] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(url.pathname) ?? [];
  const type = String(headers['x-amz-invocation-type'] ?? 'RequestResponse');
  if (name === undefined || method !== 'POST' || (type !== 'RequestResponse' && type !== 'Event')) {
    return refuse(
      400,
      'InvalidParameterValueException',
      `${method} ${url.pathname} (${type}) is not known here`,
    );
  }
  const event = body === '' ? '{}' : body;
  if (!isJson(event))
    return refuse(400, 'InvalidRequestContentException', 'Could not parse request body into json');
  const target = decodeURIComponent(name);
  if (type === 'Event') {
    engine.invokeLater(target, event);
    return { status: 202 };
  }
  const end = await engine.invoke(target, event);
  const common = { 'content-type': 'application/json', 'x-amz-executed-version': '$LATEST' };
  if ('payload' in end) return { status: 200, headers: common, body: end.payload };
  return {
    status: 200,
    headers: { ...common, 'x-amz-function-error': 'Unhandled' },
    body: JSON.stringify(end.error),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function refuse(status: number, code: string, message: string): WireAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': code },
    body: JSON.stringify({ Type: 'User', Message: message }),
  };
}
