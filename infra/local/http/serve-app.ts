import { createServer, type Server, type ServerOptions } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** A server of this machine. */
export interface LoopbackServer {
  port: number;
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  url: string;
  /** Stops listening and drops open connections. */
  close: () => Promise<void>;
}

/** A Hono app. Its handlers find Node's own request and response in their bindings. */
export interface App {
  fetch(request: Request, bindings: object): Response | Promise<Response>;
}

/**
 * Serves an app on the loopback interface.
 *
 * @param options the port (0, the default, picks a free one) and Node's own settings of a server.
 * @throws the system's error when the port is taken.
 */
export async function serveApp(
  app: App,
  { port = 0, ...options }: ServerOptions & { port?: number } = {},
): Promise<LoopbackServer> {
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    // For requests without the header `host`, which HTTP/1.0 allows.
    hostname: '127.0.0.1',
    // Everything else in this process keeps Node's own Request and Response.
    overrideGlobalObjects: false,
    // Node throws away what nobody has read of a body. Hono's clean-up ends the connection after half a second.
    autoCleanupIncoming: false,
  });
  const server = createServer(options, (request, response) => {
    // The caller may have gone before the answer is ready.
    response.on('error', () => undefined);
    void listener(request, response);
  });
  const listening = await listenOnLoopback(server, port);
  return { port: listening, url: `http://127.0.0.1:${listening}`, close: () => closeServer(server) };
}

async function closeServer(server: Server): Promise<void> {
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  server.closeAllConnections();
  await closed.promise;
}
