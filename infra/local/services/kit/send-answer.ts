import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from './answer.ts';

const compress = promisify(gzip);

/** Smaller bodies are sent as they are. */
const WORTH_COMPRESSING = 1_024;

/** An answer as bytes, with every header. */
export interface SealedAnswer {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
}

/** Serialises an answer, with gzip when the caller accepts it and the body is worth it. */
export async function sealAnswer(answer: Answer, request: IncomingMessage): Promise<SealedAnswer> {
  const headers = { ...answer.headers };
  let bytes: Buffer = Buffer.alloc(0);
  if (answer.body && 'json' in answer.body) {
    headers['content-type'] ??= 'application/json';
    bytes = Buffer.from(JSON.stringify(answer.body.json) ?? 'null');
  } else if (answer.body) {
    bytes = 'text' in answer.body ? Buffer.from(answer.body.text) : answer.body.bytes;
  }
  if (bytes.length >= WORTH_COMPRESSING && acceptsGzip(request)) {
    bytes = await compress(bytes, { level: 1 });
    headers['content-encoding'] = 'gzip';
    headers['vary'] = 'accept-encoding';
  }
  if (answer.status !== 204) headers['content-length'] = String(bytes.length);
  return { status: answer.status, headers, bytes };
}

/** Writes an answer whole. */
export function sendAnswer(response: ServerResponse, { status, headers, bytes }: SealedAnswer): void {
  response.writeHead(status, headers);
  response.end(bytes);
}

/** Announces the whole answer, writes a part of it and breaks the connection off. */
export function sendCut(response: ServerResponse, sealed: SealedAnswer, cut: number): void {
  const length = cut < 1 ? Math.floor(sealed.bytes.length * cut) : Math.min(cut, sealed.bytes.length - 1);
  response.writeHead(sealed.status, sealed.headers);
  response.flushHeaders();
  response.write(sealed.bytes.subarray(0, Math.max(0, length)), () => response.destroy());
}

function acceptsGzip(request: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers['accept-encoding'] ?? '');
}
