import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WireRequest {
  method: string;
  /** Path and query, on any host. */
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WireAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  url: string;
  close: () => Promise<void>;
}

/** The largest body: no engine accepts more than Lambda's 6 MB. */
const BODY_LIMIT = 16 * 1024 * 1024;

/**
 * Listens on a free port of the loopback interface. It refuses a request without the signature header of an AWS client. A
 * page in a browser cannot send that header, so no page can use the engines.
 */
export async function serveLoopback(
  answer: (request: WireRequest) => Promise<WireAnswer>,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    handle(request, response).catch((cause: unknown) => {
      process.stderr.write(
        `${request.method} ${request.url}: ${cause instanceof Error ? cause.stack : String(cause)}\n`,
      );
      send(response, { status: 500, body: 'InternalFailure' });
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    if (!isSigned(headers)) return send(response, { status: 403, body: 'MissingAuthenticationToken' });
    const body = await readText(request);
    if (body === undefined) return send(response, { status: 413, body: 'RequestEntityTooLarge' });
    send(
      response,
      await answer({ method, headers, body, url: new URL(request.url ?? '/', 'http://127.0.0.1') }),
    );
  }

  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

/** Listens on a port, by default any free one, and returns it. */
export async function listenOnLoopback(
  server: {
    listen(port: number, host: string, ready: () => void): unknown;
    once(event: 'error', listener: (error: Error) => void): unknown;
    address(): AddressInfo | string | null;
  },
  port = 0,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
}

/** True when the request carries the signature that every AWS client sends. */
export function isSigned(headers: IncomingHttpHeaders): boolean {
  return headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') === true;
}

/** The whole body, or undefined when it is too large. */
export async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > BODY_LIMIT) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: WireAnswer): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
}
