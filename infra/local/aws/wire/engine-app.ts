import type { IncomingHttpHeaders } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { terminalText } from '../../../cli/terminal/terminal-text.ts';
import { readBody } from '../../http/read-body.ts';
import { isAuthentic } from './check-signature.ts';

/** The wire of an AWS service on this machine. */
export type EngineApp = Hono<EngineEnv>;

/** One request of an AWS client. */
export type EngineCall = Context<EngineEnv>;

interface EngineEnv {
  Bindings: HttpBindings;
  /** The body as text. */
  Variables: { body: string };
}

/** Larger bodies are refused: no engine takes more than Lambda's 6 MB. In bytes. */
const BODY_LIMIT = 16 * 1024 * 1024;

/**
 * Starts the app of an engine. It refuses requests that were not signed with the credentials of this stack: pages in a browser
 * and other users of the machine can reach its port.
 *
 * @param refuse words an error as the service would. Undefined for an unexpected one, which becomes a line on stderr and a
 *   500.
 */
export function engineApp(refuse: (cause: Error) => Response | undefined): EngineApp {
  const app: EngineApp = new Hono();
  app.use(async (call, next) => {
    const { incoming } = call.env;
    if (!isSigned(incoming.headers)) return call.text('MissingAuthenticationToken', 403);
    const body = await readBody(incoming, BODY_LIMIT);
    if (!body) return call.text('RequestEntityTooLarge', 413);
    if (!isAuthentic(incoming, body)) return call.text('InvalidSignatureException', 403);
    call.set('body', body.toString('utf8'));
    return next();
  });
  app.onError((cause, call) => refuse(cause) ?? internalFailure(cause, call));
  return app;
}

function internalFailure(cause: Error, call: EngineCall): Response {
  process.stderr.write(`${terminalText(`${call.req.method} ${call.req.path}: ${cause.stack}`)}\n`);
  return call.text('InternalFailure', 500);
}

/** True when the request carries the signature that every AWS client sends. */
export function isSigned(headers: IncomingHttpHeaders): boolean {
  return headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') === true;
}
