import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { routesOf } from './find-route.ts';
import type { HostSettings } from './host-settings.ts';
import type { LocalService } from './local-service.ts';
import { BODY_LIMIT } from './read-body.ts';
import { type Desk, serveRequest } from './serve-request.ts';

/** Services that listen. */
export interface Host {
  port: number;
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  url: string;
  /** Stops listening, drops open connections and closes the services. */
  close(): Promise<void>;
}

/** Long enough for a search with the longest query in its address, in bytes. */
const HEADER_LIMIT = 64 * 1024;

/**
 * Opens one port on the loopback for several services, each below its own prefix.
 *
 * @throws the system's error when the port is taken; the services are closed by then.
 */
export async function hostServices(services: readonly LocalService[], settings: HostSettings): Promise<Host> {
  const closing = new AbortController();
  const desk: Desk = {
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
    bodyLimit: BODY_LIMIT,
    ...settings,
    services,
    routes: new Map(services.map((service) => [service, routesOf(service)])),
    closing: closing.signal,
  };
  const server = createServer({ maxHeaderSize: HEADER_LIMIT, keepAliveTimeout: 30_000 });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    serveRequest(desk, { request, response }).catch((thrown: unknown) => {
      desk.log(`local services: ${thrown instanceof Error ? thrown.stack : String(thrown)}`);
      response.destroy();
    });
  });
  server.on('clientError', refuseBrokenRequest);
  const closeServices = async () => {
    for (const service of services) await service.close?.();
  };
  const port = await listen(server, settings.port).catch(async (refused: unknown) => {
    await closeServices();
    throw refused;
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      closing.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await closeServices();
    },
  };
}

/** Answers what is not HTTP, or has too large headers; the socket may be gone already. */
function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
