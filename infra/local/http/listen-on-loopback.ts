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
