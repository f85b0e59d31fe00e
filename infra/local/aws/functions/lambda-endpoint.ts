import { serveApp } from '../../serve-app.ts';
import type { EngineAddress } from '../local-account.ts';
import { engineApp, type EngineCall, EngineRefused } from '../engine-app.ts';
import type { FunctionEngine } from './function-engine.ts';
import { InvokeRefused } from './function-spec.ts';

/** The part of Lambda's API that calls functions, for the command line and for tests. */
export interface LambdaEndpoint extends EngineAddress {
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
