import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { parseJson } from '../../../shared/contracts/parse-as.ts';
import { terminalText } from '../../cli/terminal.ts';
import { readBody } from '../listen-on-loopback.ts';
import { isFromOwnClient } from './local-account.ts';

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
 * Starts the app of an engine. It refuses requests without the credentials of this stack.
 *
 * @param refuse words an error as the service would. Undefined for an unexpected one, which becomes a line on stderr
 *   and a 500.
 */
export function engineApp(refuse: (cause: Error) => Response | undefined): EngineApp {
  const app: EngineApp = new Hono();
  app.use(async (call, next) => {
    const { incoming } = call.env;
    if (!isFromOwnClient(incoming.headers)) return call.text('UnrecognizedClientException', 403);
    const body = await readBody(incoming, BODY_LIMIT);
    if (!body) return call.text('RequestEntityTooLarge', 413);
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

/** The operations of one service on the JSON wire of AWS. */
export interface JsonActions {
  /** The prefix of the names of operations: `AWSStepFunctions`. */
  service: string;
  version: '1.0' | '1.1';
  /**
   * From the input of an operation to its output. @throws EngineRefused, or z.ZodError for an input that is not one.
   */
  actions: Readonly<Record<string, (input: unknown) => object>>;
  /** The service's own codes for an operation that is not known, and for an input that is not one. */
  codes: { unknown: string; invalid: string };
}

/** Serves operations: the header `x-amz-target` names one, the body is its input. */
export function jsonActionsApp({ service, version, actions, codes }: JsonActions): EngineApp {
  const headers = { 'Content-Type': `application/x-amz-json-${version}` };
  const refuse = (code: string, message: string) =>
    Response.json({ __type: code, message }, { status: 400, headers });
  const app = engineApp((cause) => {
    if (cause instanceof EngineRefused) return refuse(cause.code, cause.message);
    return cause instanceof z.ZodError ? refuse(codes.invalid, z.prettifyError(cause)) : undefined;
  });
  app.all('*', (call) => {
    const name = (call.req.header('x-amz-target') ?? '').replace(`${service}.`, '');
    const run = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!run) throw new EngineRefused(codes.unknown, `${name} is not known on this machine`);
    return call.json(run(parseJson(call.get('body'))), 200, headers);
  });
  return app;
}

/** A refusal in the words of an AWS service: its code, its text, and the status of the answer. */
export class EngineRefused extends Error {
  override readonly name = 'EngineRefused';
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
