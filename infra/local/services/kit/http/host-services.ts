import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { matchedRoutes } from 'hono/route';
import { getPathNoStrict } from 'hono/utils/url';
import { loadedOnce } from '../../../../../shared/domain/lib/in-parallel.ts';
import { type App, type LoopbackServer, openPort, type OpenPort } from '../../../serve-app.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { Usage } from '../usage.ts';
import {
  BODY_LIMIT,
  type Call,
  type LocalService,
  readBytes,
  type ServiceApp,
  type ServiceEnv,
} from './local-service.ts';
import { RequestRefused, statusErrors } from './refusal.ts';

interface HostSettings {
  /** 0 picks a free port. A port that is open already is served, and closed in the end. */
  port: number | OpenPort;
  clock: Clock;
  /** Makes the id of each request. */
  newId: () => string;
  usage: Usage;
  faults: Faults;
  /** Takes a line about an unexpected exception. */
  log: (line: string) => void;
  /** Plays delays; a test may capture them instead. Ends early, without an error, when the signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Says how far services are that are not open yet. */
  progress?: () => string;
  /** Largest body in bytes. */
  bodyLimit?: number;
}

/** Services that listen. `close` ends them too. */
export type Host = LoopbackServer;

/**
 * Opens one port on the loopback for several services, each below its own prefix. Requests wait for services that are
 * not open yet.
 *
 * @throws the system's error when the port is taken; the services are closed by then.
 */
export async function hostServices(
  services: readonly LocalService[] | Promise<readonly LocalService[]>,
  settings: HostSettings,
): Promise<Host> {
  let open: readonly LocalService[] = [];
  const all = {
    sleep: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined),
    progress: () => 'The services are being opened.',
    bodyLimit: BODY_LIMIT,
    ...settings,
  };
  const opening = Promise.resolve(services).then((opened) => hostApp((open = opened), all));
  const closeServices = async () => {
    for (const service of open) await service.close?.();
  };
  const server = await portOf(settings).catch(async (refused: unknown) => {
    await closeServices();
    throw refused;
  });
  server.serve(heldApp(opening, all));
  return {
    ...server,
    async close() {
      await server.close();
      await closeServices();
    },
  };
}

async function portOf({ port }: HostSettings): Promise<OpenPort> {
  return typeof port === 'number' ? await openHostPort(port) : port;
}

/** One app of several services, each below its own prefix: with request ids, faults, keys, plans and errors. */
function hostApp(services: readonly LocalService[], settings: Required<HostSettings>): ServiceApp {
  const app = new Hono<ServiceEnv>({ getPath: pathReader(services) });
  app.use(answerCalls(settings), breakConnections(services, settings.faults), answerFaults);
  for (const service of services) {
    app.use(`${service.prefix}/*`, admitCalls(app, service, settings));
    app.route(service.prefix, service.app);
  }
  app.notFound(() => statusErrors(new RequestRefused(404, 'There is no service at this path')));
  app.onError((thrown, call) => errorAnswer(thrown, { call, log: settings.log }));
  return app;
}

/** Reads the path of a request without a slash at its end; one under an alias is read as the path that it replaces. */
function pathReader(services: readonly LocalService[]): (request: Request) => string {
  const aliases = services.flatMap(({ aliases: ofService = {} }) => Object.entries(ofService));
  return (request) => {
    const path = getPathNoStrict(request);
    const alias = aliases.find(([from]) => path === from || path.startsWith(`${from}/`));
    return alias ? `${alias[1]}${path.slice(alias[0].length)}` : path;
  };
}

/** Answers an error as the service words it. An unexpected one becomes a 500 and a line in the log. */
function errorAnswer(thrown: Error, { call, log }: { call: Call; log: (line: string) => void }): Response {
  const service = call.get('service');
  const refused = refusedBy(thrown);
  if (refused.status === 500) log(`${service?.name} ${call.req.method} ${call.req.path}: ${thrown.stack}`);
  const answer = (service?.errors ?? statusErrors)(refused);
  for (const [name, value] of Object.entries(refused.headers)) answer.headers.set(name, value);
  return answer;
}

function refusedBy(thrown: Error): RequestRefused {
  if (thrown instanceof RequestRefused) return thrown;
  if (thrown instanceof RangeError && thrown.message.includes('call stack'))
    return new RequestRefused(400, 'The JSON body is nested too deep');
  return new RequestRefused(500, 'Internal Server Error');
}

/**
 * How long a request waits for an app that is not open yet, in milliseconds: less than the half minute after which
 * clients give up.
 */
const LONGEST = 20_000;
/** In seconds. */
const RETRY_AFTER = 5;

interface Holding {
  /** Ends early, without an error, when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Says how far the opening is. */
  progress: () => string;
}

/**
 * An app that takes requests before it is open: they wait for it, and get 503 with `Retry-After` when that takes too
 * long.
 */
export function heldApp(opening: Promise<App>, { sleep, progress }: Holding): App {
  let open: App | undefined;
  const opened = opening.then(
    (app) => (open = app),
    () => undefined,
  );
  return {
    async fetch(request, bindings) {
      if (!open) await Promise.race([opened, sleep(LONGEST, request.signal)]);
      return open ? open.fetch(request, bindings) : notOpen(progress());
    },
  };
}

function notOpen(progress: string): Response {
  const answer = statusErrors(new RequestRefused(503, `${progress} Ask again in ${RETRY_AFTER} s.`));
  answer.headers.set('retry-after', String(RETRY_AFTER));
  return answer;
}

/** Long enough for a search with the longest query in its address, in bytes. */
const HEADER_LIMIT = 64 * 1024;

/**
 * Opens the port of the services. Its requests wait until the services are there.
 *
 * @throws the system's error when the port is taken.
 */
export function openHostPort(port: number): Promise<OpenPort> {
  return openPort({ port, maxHeaderSize: HEADER_LIMIT, keepAliveTimeout: 30_000 });
}

const compress = promisify(gzip);

/** Smaller bodies are sent as they are. In bytes. */
const WORTH_COMPRESSING = 1_024;

/**
 * Sends every answer whole, with gzip for who accepts it, a request id and the time the service worked.
 *
 * Hono's own compression sends pieces without a length and has no fast level. Written to Node's response, a page of
 * 160 KB costs 0.15 ms less than as the stream of another `Response`.
 */
function answerCalls({ clock, newId }: HostSettings): MiddlewareHandler<ServiceEnv> {
  return async (call, next) => {
    const started = clock.now();
    const id = newId();
    await next();
    if (call.res === RESPONSE_ALREADY_SENT) return;
    const { status, headers } = call.res;
    const body = await packedBody(call);
    if (status !== 204) headers.set('content-length', String(body.length));
    headers.set('correlation-id', id);
    headers.set('x-process-time', ((clock.now() - started) / 1_000).toFixed(4));
    const { outgoing } = call.env;
    outgoing.writeHead(status, Object.fromEntries(headers));
    const fault = call.get('fault');
    if (typeof fault === 'object' && 'cut' in fault) sendPart(outgoing, body, fault.cut);
    else outgoing.end(body);
    // Taken away first: otherwise Hono copies its headers.
    call.res = undefined;
    call.res = RESPONSE_ALREADY_SENT;
  };
}

/** The body of an answer, compressed where that is worth it. */
async function packedBody(call: Call): Promise<Buffer> {
  const body = Buffer.from(await call.res.arrayBuffer());
  if (body.length < WORTH_COMPRESSING || !acceptsGzip(call)) return body;
  call.res.headers.set('content-encoding', 'gzip');
  call.res.headers.set('vary', 'accept-encoding');
  return compress(body, { level: 1 });
}

function acceptsGzip(call: Call): boolean {
  return accepts(call, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' }) === 'gzip';
}

/** Finds the service of a call and the fault that it meets, and plays the faults in which no answer comes. */
function breakConnections(services: readonly LocalService[], faults: Faults): MiddlewareHandler<ServiceEnv> {
  return async (call, next) => {
    const { method, path } = call.req;
    const { incoming } = call.env;
    const service = services.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
    const below = path.slice(service?.prefix.length) || '/';
    const fault = service && faults.next({ service: service.name, method, path: below });
    call.set('service', service);
    call.set('fault', fault);
    if (fault !== 'reset' && fault !== 'hang') await next();
    if (fault !== 'reset' && fault !== 'hang' && fault !== 'lost') return;
    if (fault === 'hang') incoming.resume();
    else incoming.socket.resetAndDestroy();
    // Otherwise Hono adds the headers of the former answer to the mark.
    call.res = undefined;
    call.res = RESPONSE_ALREADY_SENT;
  };
}

/** Plays the faults that answer in place of the service: an error status, or a body of another shape. */
const answerFaults: MiddlewareHandler<ServiceEnv> = async (call, next) => {
  const fault = call.get('fault');
  if (typeof fault !== 'object') return next();
  if ('shape' in fault) return Response.json({ result: [['unexpected']], ok: 'yes' });
  if (!('status' in fault)) return next();
  const { status, retryAfter, body } = fault;
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (typeof body === 'string') return new Response(body, { status, headers });
  if (body !== undefined) return Response.json(body, { status, headers });
  throw new RequestRefused(status, 'A fault that was requested', { headers });
};

/**
 * Writes a part of a body whose whole length was announced, and breaks the connection off. `cut` is that of the
 * fault.
 */
function sendPart(outgoing: ServerResponse, body: Buffer, cut: number): void {
  const length = cut < 1 ? Math.floor(body.length * cut) : Math.min(cut, body.length - 1);
  outgoing.flushHeaders();
  outgoing.write(body.subarray(0, Math.max(0, length)), () => outgoing.destroy());
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Lets a call through to the handlers of a service when `app` knows its path and method, its key is valid, and the
 * plan allows it. The call counts as one of the plan's calls at one time until its handler has ended.
 */
function admitCalls(
  app: ServiceApp,
  service: LocalService,
  { usage, sleep, bodyLimit }: Pick<Required<HostSettings>, 'usage' | 'sleep' | 'bodyLimit'>,
): MiddlewareHandler<ServiceEnv> {
  const { name, prefix, keys, limits, openPaths = [], uncountedPaths = [] } = service;
  return async (call, next) => {
    assertRoute(app, call);
    const { incoming } = call.env;
    const path = call.req.path.slice(prefix.length);
    const isOpen = openPaths.includes(path);
    const caller = isOpen ? { key: '' } : keys(incoming.headers);
    const isCounted = !isOpen && !uncountedPaths.includes(path);
    const end = isCounted ? usage.begin({ service: name, key: caller.key, limits }) : () => {};
    call.set('caller', caller);
    call.set(
      'body',
      loadedOnce(() => readBytes(incoming, bodyLimit)),
    );
    try {
      const fault = call.get('fault');
      if (typeof fault === 'object' && 'delay' in fault) await sleep(fault.delay, call.req.raw.signal);
      await next();
    } finally {
      end();
    }
  };
}

/** @throws RequestRefused 404 for an unknown path, 405 with `allow` for a method that the path does not take. */
function assertRoute(app: ServiceApp, call: Call): void {
  const { method, path } = call.req;
  if (matchedRoutes(call).some((route) => route.method === method)) return;
  const takes = (wanted: string) =>
    app.router.match(wanted, path)[0].some(([[, route]]) => route.method === wanted);
  const allowed = METHODS.filter(takes);
  if (allowed.length === 0) throw new RequestRefused(404, 'There is no such path');
  throw new RequestRefused(405, `This path does not take ${method}`, {
    headers: { allow: allowed.join(', ') },
  });
}
