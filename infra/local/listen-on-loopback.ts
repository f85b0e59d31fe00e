import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a port of the loopback interface, by default any free one, and gives it back. */
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

/**
 * Reads the whole body of a request. Gives undefined for a body of more than `limit` bytes: one that announces its
 * size is not read at all; of another the rest is thrown away, so that the caller can send it all and read the
 * answer.
 *
 * @param mayHold asked before so many more bytes are held. False throws the body away as if it were too large.
 * @throws the stream's error when the caller breaks off.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  mayHold: (bytes: number) => boolean = () => true,
): Promise<Buffer | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit || !mayHold(announced)) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > limit || (size > announced && !mayHold(bytes.length))) {
      request.resume();
      return undefined;
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
