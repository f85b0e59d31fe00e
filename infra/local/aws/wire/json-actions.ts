import * as z from 'zod';
import { parseJson } from '../../../../shared/contracts/parse-json.ts';
import { type EngineApp, engineApp } from './engine-app.ts';
import { EngineRefused } from './engine-refused.ts';

/** The operations of one service on the JSON wire of AWS. */
export interface JsonActions {
  /** The prefix of the names of operations: `AWSStepFunctions`. */
  service: string;
  version: '1.0' | '1.1';
  /** From the input of an operation to its output. @throws EngineRefused, or z.ZodError for an input that is not one. */
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
