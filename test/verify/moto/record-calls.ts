import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AwsCall } from '../policies/aws-call.ts';

export interface Recorder {
  url: string;
  /** Where calls are passed on to, and texts to replace in them on the way. What is reported is as it was sent. */
  aim(url: string, replace?: ReadonlyMap<string, string>): void;
  stop(): Promise<void>;
}

const SIGNED = /Credential=([^/]+)\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/;
/** These belong to one connection, or Node sets them by itself. */
const OF_CONNECTION = ['connection', 'transfer-encoding', 'keep-alive', 'content-length', 'expect', 'host'];

/** A refusal in the place of the answer. */
export interface Refusal {
  status: number;
  body: string;
}

/**
 * An HTTP server that passes each call on and reports it with the key that signed it. Each function has a key of its
 * own, so the key says which function called.
 *
 * @param onCall is called before the answer goes back, with the status of the answer. It may give a refusal instead.
 */
export async function startRecorder(
  onCall: (given: { key: string; call: AwsCall; status: number }) => Promise<Refusal | undefined>,
): Promise<Recorder> {
  let target = '';
  let replaced: ReadonlyMap<string, string> = new Map();
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const body = await buffer(request);
      const { method = 'GET', url = '/', headers } = request;
      const sent = new Headers();
      for (const [name, value] of Object.entries(headers))
        if (!OF_CONNECTION.includes(name)) sent.set(name, String(value));
      const answer = await fetch(target + url, {
        method,
        headers: sent,
        ...(method !== 'GET' && method !== 'HEAD' && { body: replaceIn(body, replaced) }),
      });
      const content = Buffer.from(await answer.arrayBuffer());
      const [, key = '', service = ''] = SIGNED.exec(headers.authorization ?? '') ?? [];
      const call = { service, method, url, headers, body: body.toString('utf8') };
      const refusal = await onCall({ key, call, status: answer.status });
      if (refusal) {
        response.writeHead(refusal.status, { 'content-type': 'application/xml' }).end(refusal.body);
        return;
      }
      const kept = [...answer.headers].filter(
        ([name]) => ![...OF_CONNECTION, 'content-encoding'].includes(name),
      );
      response.writeHead(answer.status, Object.fromEntries(kept)).end(content);
    };
    pass().catch((cause: unknown) => response.writeHead(502).end(String(cause)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The recorder has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    aim: (url, replace = new Map()) => {
      target = url;
      replaced = replace;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Bytes that hold none of the texts stay as they are. */
function replaceIn(body: Buffer, replaced: ReadonlyMap<string, string>): string | Buffer {
  const found = [...replaced].filter(([from]) => body.includes(from));
  if (found.length === 0) return body;
  return found.reduce((text, [from, to]) => text.replaceAll(from, to), body.toString('utf8'));
}
