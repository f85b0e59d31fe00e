import type { IncomingMessage } from 'node:http';
import { RequestRefused } from './refusal.ts';

/** The largest body that is read, in bytes. */
export const BODY_LIMIT = 32 * 1024 * 1024;

/** Deeper JSON than this is refused: recursion over it would end the process. No documented body needs more than 8. */
const DEEPEST_JSON = 100;

/**
 * Reads a whole body.
 *
 * @throws RequestRefused 413 when it is larger than `limit` bytes, 400 when the caller broke off.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new RequestRefused(413, `The body is larger than ${limit} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(new RequestRefused(400, 'The body broke off')));
    request.on('close', () => reject(new RequestRefused(400, 'The body broke off')));
  });
}

/** Reads JSON; an empty body is `{}`. @throws RequestRefused 400 when it is not JSON or nested too deep. */
export function parseJsonBody(bytes: Buffer): unknown {
  const body = bytes.toString('utf8');
  if (body.trim() === '') return {};
  if (depthOf(body) > DEEPEST_JSON) {
    throw new RequestRefused(400, `The JSON body is nested deeper than ${DEEPEST_JSON} levels`);
  }
  try {
    return JSON.parse(body);
  } catch {
    throw new RequestRefused(400, 'The body is not valid JSON');
  }
}

/** The greatest number of open brackets outside of strings. */
function depthOf(body: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < body.length; index += 1) {
    const code = body.charCodeAt(index);
    if (code === 0x22) quoted = !quoted;
    else if (quoted && code === 0x5c) index += 1;
    else if (!quoted && (code === 0x5b || code === 0x7b)) deepest = Math.max(deepest, (depth += 1));
    else if (!quoted && (code === 0x5d || code === 0x7d)) depth -= 1;
  }
  return deepest;
}
