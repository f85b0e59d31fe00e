import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
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

/** A port of this machine that listens before there is an app: requests wait for it. */
export interface OpenPort extends LoopbackServer {
  /** Gives all requests to the app, those that have come before too. */
  serve(app: App): void;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
type Options = ServerOptions & { port?: number };

/**
 * Listens on the loopback interface.
 *
 * @param options the port (0, the default, picks a free one) and Node's own settings of a server.
 * @throws the system's error when the port is taken.
 */
export async function openPort({ port = 0, ...options }: Options = {}): Promise<OpenPort> {
  const served = Promise.withResolvers<Listener>();
  let answer: Listener = async (request, response) => (await served.promise)(request, response);
  const server = createServer(options, (request, response) => {
    // The caller may have gone before the answer is ready.
    response.on('error', () => undefined);
    void answer(request, response);
  });
  const listening = await listenOnLoopback(server, port);
  return {
    port: listening,
    url: `http://127.0.0.1:${listening}`,
    serve: (app) => {
      answer = listenerOf(app);
      served.resolve(answer);
    },
    close: () => closeServer(server),
  };
}

/**
 * Serves an app on the loopback interface.
 *
 * @throws the system's error when the port is taken.
 */
export async function serveApp(app: App, options?: Options): Promise<LoopbackServer> {
  const port = await openPort(options);
  port.serve(app);
  return port;
}

function listenerOf(app: App): Listener {
  return getRequestListener((request, bindings) => app.fetch(request, bindings), {
    // For requests without the header `host`, which HTTP/1.0 allows.
    hostname: '127.0.0.1',
    // Everything else in this process keeps Node's own Request and Response.
    overrideGlobalObjects: false,
    // Node throws away what nobody has read of a body. Hono's clean-up ends the connection after half a second.
    autoCleanupIncoming: false,
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  server.closeAllConnections();
  await closed.promise;
}
