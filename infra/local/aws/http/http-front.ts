import { type App, serveApp } from '../../serve-app.ts';
import type { FunctionEngine } from '../functions/function-engine.ts';
import type { EngineAddress } from '../local-account.ts';
import type { SharedClock } from '../shared-clock.ts';
import { gatewayApp, gatewaySays } from './gateway-app.ts';
import type { GatewayRoute } from './gateway-routes.ts';

/** The HTTP gateway of this machine. It listens from the start, and answers once it has functions. */
export interface HttpFront extends EngineAddress {
  port: number;
  /** Sends the requests of these routes to the functions. */
  serve(routes: readonly GatewayRoute[], functions: FunctionEngine): void;
  stop: () => Promise<void>;
}

/**
 * The sender closes an idle connection, not the front: a sender that uses one at the moment when it is closed gets a reset and
 * no answer, and a busy machine is seconds late with both. Node's own client and fetch keep a connection for 10 minutes at most.
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
