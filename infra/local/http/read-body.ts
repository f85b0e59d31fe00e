import type { IncomingMessage } from 'node:http';

/**
 * Reads the whole body of a request. Gives undefined for a body of more than `limit` bytes: one that announces its size
 * is not read at all; of another the rest is thrown away, so that the caller can send it all and read the answer.
 *
 * @throws the stream's error when the caller breaks off.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > limit) break;
    chunks.push(bytes);
  }
  if (size <= limit) return Buffer.concat(chunks);
  request.resume();
  return undefined;
}
