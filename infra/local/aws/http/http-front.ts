import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FunctionEngine } from '../functions/function-engine.ts';
import { InvokeRefused } from '../functions/function-spec.ts';
import type { EngineAddress } from '../local-account.ts';
import type { SharedClock } from '../shared-clock.ts';
import { listenOnLoopback } from '../wire/loopback-server.ts';
import { createRouter, type GatewayRoute, type RouteMatch } from './find-route.ts';
import { type GatewayAnswer, gatewayAnswer, gatewaySays } from './gateway-answer.ts';
import { type GatewayRequest, gatewayEvent } from './gateway-event.ts';

/** The HTTP gateway of this machine. It listens from the start, and answers once it has functions. */
export interface HttpFront extends EngineAddress {
  port: number;
  /** Sends the requests of these routes to the functions. */
  serve(routes: readonly GatewayRoute[], functions: FunctionEngine): void;
  stop: () => Promise<void>;
}

/** The gateway accepts bodies of up to 10 MB. A function accepts less: its event, base64 included, may have 6 MB. */
const BODY_LIMIT = 10 * 1024 * 1024;

/**
 * Listens on the loopback interface, on the given port if it is free. Links in messages then still work after a restart. It
 * has the limits and the refusals of the real gateway.
 */
export async function startHttpFront({
  port,
  clock,
}: {
  port: number;
  clock: SharedClock;
}): Promise<HttpFront> {
  let find = createRouter([]);
  let functions: FunctionEngine | undefined;
  const server = createServer((request, response) => {
    answer(request).then(
      (given) => send(response, given),
      () => send(response, gatewaySays(500, 'Internal Server Error')),
    );
  });

  async function answer(incoming: IncomingMessage): Promise<GatewayAnswer> {
    const { method = 'GET', url = '/', headers } = incoming;
    if (!isOwnHost(headers.host)) return gatewaySays(403, 'Forbidden');
    const match = find(method, url.split('?', 1)[0] ?? '/');
    if (!match) return gatewaySays(404, 'Not Found');
    const body = await readBody(incoming);
    if (!body) return gatewaySays(413, 'Request Entity Too Large');
    const sourceIp = incoming.socket.remoteAddress ?? '';
    return call(match, { method, target: url, headers, body, sourceIp });
  }

  async function call(match: RouteMatch, request: GatewayRequest): Promise<GatewayAnswer> {
    const { functionArn, timeout } = match.route;
    const event = gatewayEvent(request, { match, now: clock.now() });
    const patience = Promise.withResolvers<undefined>();
    const timer = setTimeout(patience.resolve, timeout, undefined);
    try {
      const end = await Promise.race([functions?.invoke(functionArn, event), patience.promise]);
      return end ? gatewayAnswer(end) : gatewaySays(503, 'Service Unavailable');
    } catch (cause) {
      if (!(cause instanceof InvokeRefused)) throw cause;
      const tooLarge = cause.code === 'RequestTooLargeException';
      return tooLarge
        ? gatewaySays(413, 'Request Entity Too Large')
        : gatewaySays(500, 'Internal Server Error');
    } finally {
      clearTimeout(timer);
    }
  }

  const listening = await listenOnLoopback(server, port).catch(() => listenOnLoopback(server));
  return {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    serve: (routes, engine) => {
      find = createRouter(routes);
      functions = engine;
    },
    stop: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

/** Refuses other host names: a page of another site could give this machine a name of its own and read its answers. */
function isOwnHost(host = ''): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}

/** The whole body, or undefined when it is larger than the gateway accepts. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= BODY_LIMIT) chunks.push(bytes);
  }
  return size > BODY_LIMIT ? undefined : Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, headers, body }: GatewayAnswer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('content-length', body.length);
  response.writeHead(status);
  response.end(body);
}
