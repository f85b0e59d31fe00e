import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from '../../infra/local/listen-on-loopback.ts';

/** A request of an AWS client as it passed. */
export interface Passage {
  /** `BatchGetItem`, `Publish`; for services without such a word method and path. */
  action: string;
  body: string;
}

/** What happens to a request instead of simply passing. */
export type Incident =
  /** Answered here: the engine never sees it. */
  | { status: number; headers?: Record<string, string>; body: string }
  /** The connection is cut before the engine sees it. */
  | 'reset'
  /** The engine does it, and the connection is cut instead of its answer. */
  | 'lost-answer'
  /** Neither passed on nor answered. */
  | 'hang';

export interface EngineProxy {
  url: string;
  /** Every request, in order of arrival. */
  passages: Passage[];
  /** Asked for each request, which waits for it; undefined lets it pass. */
  trouble: (passage: Passage) => Incident | undefined | Promise<Incident | undefined>;
  /** Changes the text of an answer on its way back, which waits for it; bytes pass as they are without it. */
  rewrite: ((passage: Passage, body: string) => string | Promise<string>) | undefined;
  close(): Promise<void>;
}

/** Stands between a client and an engine: counts what passes, and makes the incidents that a test asks for. */
export async function engineProxy(engine: string): Promise<EngineProxy> {
  const server = createServer((request, response) => void pass(request, response));
  const port = await listenOnLoopback(server);
  const proxy: EngineProxy = {
    url: `http://127.0.0.1:${port}`,
    passages: [],
    trouble: () => undefined,
    rewrite: undefined,
    close: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const passage = { action: actionOf(request, body), body: body.toString() };
    proxy.passages.push(passage);
    const incident = await proxy.trouble(passage);
    if (incident === 'hang') return;
    if (incident === 'reset') return cut(response);
    if (typeof incident === 'object') {
      response.writeHead(incident.status, incident.headers).end(incident.body);
      return;
    }
    const answer = await forward(engine, request, body);
    const bytes = await buffer(answer);
    if (incident === 'lost-answer') return cut(response);
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
    const sent = proxy.rewrite ? await proxy.rewrite(passage, bytes.toString()) : bytes;
    response.writeHead(answer.statusCode ?? 500, headers);
    response.end(sent);
  }
  return proxy;
}

function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function forward(engine: string, request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, headers } = request;
    const url = new URL(request.url ?? '/', engine);
    send(url, { method, headers }, resolve).once('error', reject).end(body);
  });
}

function actionOf({ headers, method, url }: IncomingMessage, body: Buffer): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.slice(target.lastIndexOf('.') + 1);
  const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const action = form ? new URLSearchParams(body.toString()).get('Action') : null;
  return action ?? `${method} ${url}`;
}
