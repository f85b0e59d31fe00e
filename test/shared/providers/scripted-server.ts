import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request as it arrived. */
export interface Arrival {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

/** One line of the script: an answer in full, or a function that does what it likes with the connection. */
export type Line =
  | { status?: number; headers?: Record<string, string>; json?: unknown; body?: string | Buffer }
  | ((arrival: Arrival, response: ServerResponse) => void | Promise<void>);

export interface ScriptedServer {
  url: string;
  arrivals: Arrival[];
  /** What the n-th request sent as JSON. */
  sent(n: number): any;
}

/** A real server on a free port that answers one line of a script after the other, and repeats the last one. */
export async function scriptedServer(...script: Line[]): Promise<ScriptedServer> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => void serve(request, response));
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request).catch(() => '');
    const url = new URL(request.url ?? '/', 'http://localhost');
    const arrival = { method: request.method ?? '', url, headers: request.headers, body };
    const line = script[Math.min(arrivals.length, script.length - 1)]!;
    arrivals.push(arrival);
    if (typeof line === 'function') return line(arrival, response);
    const type = 'json' in line ? { 'content-type': 'application/json' } : {};
    response.writeHead(line.status ?? 200, { ...type, ...line.headers });
    response.end('json' in line ? JSON.stringify(line.json) : line.body);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: urlOf(server), arrivals, sent: (n) => JSON.parse(arrivals[n]!.body) };
}

/** Answers headers and a part of a body, then cuts the connection. */
export const cutBody: Line = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"status": "ok", "to');
  setImmediate(() => response.destroy());
};

/** Closes the connection without an answer. */
export const reset: Line = (_, response) => {
  response.socket?.resetAndDestroy();
};

/** Never answers. */
export const hang: Line = () => {};

/** Where a server of this machine listens. */
export function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}
