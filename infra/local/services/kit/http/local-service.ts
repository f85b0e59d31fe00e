import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type * as z from 'zod';
import type { Service } from '../../../../../shared/domain/lib/errors.ts';
import { readBody } from '../../../listen-on-loopback.ts';
import type { RequestFault } from '../faults.ts';
import type { Caller, KeyRule } from '../plan.ts';
import type { UsageLimits } from '../usage.ts';
import { type ErrorShape, readAs, RequestRefused } from './refusal.ts';

/**
 * One upstream service on this machine. The host listens, checks keys, counts calls, plays faults and words errors;
 * the service only answers.
 */
export interface LocalService {
  name: Service;
  /** The path of the service on the common port: `/news`. The routes of its app are written without it. */
  prefix: string;
  app: ServiceApp;
  keys: KeyRule;
  errors: ErrorShape;
  limits: UsageLimits;
  /**
   * Other paths on the common port under which its paths are served as well, such as `/news/api` for `/news`: clients
   * that others wrote append a fixed path to the address.
   */
  aliases?: Readonly<Record<string, string>>;
  /** Paths that need no key (liveness). Their calls are not counted. */
  openPaths?: readonly string[];
  /** Paths whose calls neither count against the plan nor are refused for it (subscription). */
  uncountedPaths?: readonly string[];
  /** Ends the timers and deliveries of the service. The host has stopped listening by then. */
  close?(): Promise<void>;
}

/**
 * The routes of a service. A handler throws `RequestRefused` to end a call with an error of the service; any other
 * exception becomes a 500 in the service's shape and a line on stderr.
 */
export type ServiceApp = Hono<ServiceEnv>;

/** One call of a service, as its handler gets it. */
export type Call = Context<ServiceEnv>;

export interface ServiceEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Undefined for a path of no service. */
    service: LocalService | undefined;
    /** What goes wrong with this call. */
    fault: RequestFault | undefined;
    /** Who calls. At an open path the key is empty. */
    caller: Caller;
    /** Reads the whole body, once. @throws RequestRefused 413 above the limit, 400 when the caller broke off. */
    body: () => Promise<Buffer>;
  };
}

/** A CSV answer that a browser saves under `filename`. */
export function csvAnswer(csv: string, filename: string): Response {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${filename}"`,
  };
  return new Response(csv, { headers });
}

/** The largest body that is read, in bytes. */
export const BODY_LIMIT = 32 * 1024 * 1024;

/** Reads a whole body. @throws RequestRefused 413 above `limit` bytes, 400 when the caller broke off. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const bytes = await readBody(request, limit).catch(() => {
    throw new RequestRefused(400, 'The body broke off');
  });
  if (!bytes) throw new RequestRefused(413, `The body is larger than ${limit} bytes`);
  return bytes;
}

/**
 * Reads the body of a call as JSON. An empty body is `{}`.
 *
 * @throws RequestRefused 400 for what is not JSON, 413 above the limit.
 */
export async function readJson(call: Call): Promise<unknown> {
  const body = (await call.get('body')()).toString('utf8');
  if (body.trim() === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw new RequestRefused(400, 'The body is not valid JSON');
  }
}

/** The JSON body, read by a schema. @throws RequestRefused 400 as `readJson`, 422 as `readAs`. */
export async function readBodyAs<T>(schema: z.ZodType<T>, call: Call): Promise<T> {
  return readAs(schema, await readJson(call));
}

/** Reads the body of a call as multipart/form-data. @throws RequestRefused 400 when it is not, 413 above the limit. */
export async function readForm(call: Call): Promise<FormData> {
  const type = call.req.header('content-type') ?? '';
  const bytes = await call.get('body')();
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type)) {
    throw new RequestRefused(400, 'The body must be multipart/form-data');
  }
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    throw new RequestRefused(400, 'The multipart body is broken');
  }
}

/** The query of a call. */
export function queryOf(call: Call): URLSearchParams {
  return new URL(call.req.url).searchParams;
}
