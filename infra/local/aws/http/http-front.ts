import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import * as z from 'zod';
import { parseJson, tryParse } from '../../../../shared/contracts/parse-as.ts';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import { readBody } from '../../listen-on-loopback.ts';
import { type App, serveApp } from '../../serve-app.ts';
import type { FunctionEngine } from '../functions/function-engine.ts';
import { type CallEnd, InvokeRefused } from '../functions/function-spec.ts';
import { ACCOUNT, type EngineAddress } from '../local-account.ts';
import type { SharedClock } from '../shared-clock.ts';
import { type GatewayRoute, honoRoutes, openThrottle } from './gateway-routes.ts';

/** The HTTP gateway of this machine. It listens from the start, and answers once it has functions. */
export interface HttpFront extends EngineAddress {
  port: number;
  /** Sends the requests of these routes to the functions. */
  serve(routes: readonly GatewayRoute[], functions: FunctionEngine): void;
  stop: () => Promise<void>;
}

/**
 * The sender closes an idle connection, not the front: a sender that uses one at the moment when it is closed gets a
 * reset and no answer, and a busy machine is seconds late with both. Node's own client and fetch keep a connection
 * for 10 minutes at most.
 */
const KEEP_ALIVE = { keepAliveTimeout: 60 * 60_000 };

/**
 * Listens on the loopback interface, on the given port if it is free, so that links in messages work after a restart.
 */
export async function startHttpFront({
  port,
  clock,
}: {
  port: number;
  clock: SharedClock;
}): Promise<HttpFront> {
  let gateway: App = { fetch: () => gatewaySays(404, 'Not Found') };
  const app: App = { fetch: (request, bindings) => gateway.fetch(request, bindings) };
  const server = await serveApp(app, { port, ...KEEP_ALIVE }).catch(() => serveApp(app, KEEP_ALIVE));
  return {
    url: server.url,
    port: server.port,
    serve: (routes, functions) => {
      gateway = gatewayApp(routes, { functions, clock });
    },
    stop: server.close,
  };
}

type GatewayApp = Hono<{ Bindings: HttpBindings }>;

/** The gateway takes bodies of up to 10 MB. What a function takes is less: its event, base64 included, has 6 MB. */
const BODY_LIMIT = 10 * 1024 * 1024;

/** Sends requests to functions by their routes. Keeps to the gateway's own limits and refusals. */
function gatewayApp(
  routes: readonly GatewayRoute[],
  { functions, clock }: { functions: FunctionEngine; clock: SharedClock },
): GatewayApp {
  const app: GatewayApp = new Hono();
  const load = openLoad();
  app.use(async (call, next) => {
    if (!isOwnHost(call.req.header('host'))) throw new HTTPException(403, { message: 'Forbidden' });
    await next();
  });
  for (const route of honoRoutes(routes)) {
    const { method, path, key, functionArn } = route;
    const isWithin = route.throttle ? openThrottle(route.throttle) : () => true;
    const late = new HTTPException(503, { message: 'Service Unavailable' });
    app.on(method, path, timeout(route.timeout, late), async (call, next) => {
      // Hono gives HEAD to the routes of GET, the gateway does not.
      if (method !== 'ALL' && method !== call.req.method) return next();
      const { incoming } = call.env;
      const admitted = isWithin(clock.now()) ? load.admit() : undefined;
      if (!admitted) throw new HTTPException(429, { message: 'Too Many Requests' });
      try {
        let isAllowed = true;
        const mayHold = (bytes: number) => (isAllowed = admitted.grow(bytes));
        const body = await readBody(incoming, BODY_LIMIT, mayHold);
        if (!isAllowed) throw new HTTPException(429, { message: 'Too Many Requests' });
        if (!body) throw new HTTPException(413, { message: 'Request Entity Too Large' });
        const parameters = call.req.param();
        const event = gatewayEvent(incoming, { key, parameters, body, now: clock.now(), url: call.req.url });
        return gatewayAnswer(await functions.invoke(functionArn, event));
      } finally {
        admitted.end();
      }
    });
  }
  app.notFound(() => gatewaySays(404, 'Not Found'));
  app.onError((cause) => {
    if (cause instanceof HTTPException) return gatewaySays(cause.status, cause.message);
    return cause instanceof InvokeRefused ? refusalSays(cause) : gatewaySays(500, 'Internal Server Error');
  });
  return app;
}

/** How the gateway words a call that Lambda has refused. A function that is throttled is 503 to the caller. */
function refusalSays({ code }: InvokeRefused): Response {
  if (code === 'RequestTooLargeException') return gatewaySays(413, 'Request Entity Too Large');
  if (code === 'TooManyRequestsException') return gatewaySays(503, 'Service Unavailable');
  return gatewaySays(500, 'Internal Server Error');
}

/** Otherwise a page of another site could reach this machine by a name of that site and read its answers. */
function isOwnHost(host = ''): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}

/** How much the gateway holds at a time: requests from their first byte to their answer. */
interface GatewayLoad {
  /** Takes one request in. Undefined when there are too many: the gateway refuses it. */
  admit(): AdmittedRequest | undefined;
}

interface AdmittedRequest {
  /** Takes so many bytes of its body in. False when the bodies of all requests together are too large. */
  grow(bytes: number): boolean;
  end(): void;
}

/** The gateway of AWS has such limits as rates for an account. Here they keep the memory of the machine small. */
const MOST_REQUESTS = 1_000;
const MOST_BYTES = 16 * 1024 * 1024;

function openLoad(): GatewayLoad {
  let requests = 0;
  let bytes = 0;
  return {
    admit: () => {
      if (requests >= MOST_REQUESTS) return undefined;
      requests += 1;
      let own = 0;
      return {
        grow: (more) => {
          if (bytes + more > MOST_BYTES) return false;
          bytes += more;
          own += more;
          return true;
        },
        end: () => {
          requests -= 1;
          bytes -= own;
        },
      };
    },
  };
}

/** What the gateway knows of a request, apart from its head. */
interface Routed {
  /** The key of its route. */
  key: string;
  /** The values of the braces in the path of its route, decoded. */
  parameters: Readonly<Record<string, string>>;
  url: string;
  body: Buffer;
  now: Instant;
}

/** The event of payload format 2.0 that the gateway calls a function with, as JSON text. */
function gatewayEvent(
  { method, headers, socket }: IncomingMessage,
  { key, parameters, url, body, now }: Routed,
): string {
  const { pathname: rawPath, search, searchParams } = new URL(url);
  const rawQueryString = search.slice(1);
  const domainName = headers.host ?? '';
  return JSON.stringify({
    version: '2.0',
    routeKey: key,
    rawPath,
    rawQueryString,
    ...(headers.cookie === undefined ? {} : { cookies: headers.cookie.split(/; */) }),
    headers: headersOf(headers),
    ...(rawQueryString === '' ? {} : { queryStringParameters: commaJoined(searchParams) }),
    requestContext: {
      accountId: ACCOUNT,
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0],
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: key,
      stage: '$default',
      time: new Date(now).toISOString(),
      timeEpoch: now,
    },
    ...(Object.keys(parameters).length === 0 ? {} : { pathParameters: parameters }),
    ...bodyOf(body, headers['content-type']),
  });
}

/** Names are in lower case, as Node reads them. A header that is sent twice becomes one, joined by commas. */
function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined || name === 'cookie') return [];
      return [[name, Array.isArray(value) ? value.join(',') : value]];
    }),
  );
}

/** Text stays as it is, anything else becomes base64. Without a body there is no field `body`. */
function bodyOf(body: Buffer, type = ''): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const isText = /^(text\/|application\/(json|javascript|xml)\b)/i.test(type);
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}

function commaJoined(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]));
}

const answerSchema = z.object({
  statusCode: z.coerce.number().int().min(200).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

/** What the gateway itself says, in its own words. */
function gatewaySays(status: number, message: string): Response {
  return Response.json({ message }, { status });
}

/**
 * The answer of a function as the gateway passes it on: an answer without a status is itself the body.
 *
 * @throws TypeError for headers that HTTP does not allow.
 */
function gatewayAnswer(end: CallEnd): Response {
  if ('error' in end) return gatewaySays(500, 'Internal Server Error');
  const answer = parseJson(end.payload);
  if (typeof answer !== 'object' || answer === null || !('statusCode' in answer)) {
    return new Response(end.payload, { headers: { 'content-type': 'application/json' } });
  }
  const parsed = tryParse(answerSchema, answer);
  if (!parsed.success) return gatewaySays(500, 'Internal Server Error');
  const { statusCode, cookies, body, isBase64Encoded } = parsed.data;
  const headers = new Headers(parsed.data.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'text/plain;charset=utf-8');
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  const bytes = body === '' ? null : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  return new Response(bytes, { status: statusCode, headers });
}
