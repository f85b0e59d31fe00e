import { type OpenPort, openPort } from '../../../http/serve-app.ts';

/** Long enough for a search with the longest query in its address, in bytes. */
const HEADER_LIMIT = 64 * 1024;

/**
 * Opens the port of the services. Its requests wait until the services are there.
 *
 * @throws the system's error when the port is taken.
 */
export function openHostPort(port: number): Promise<OpenPort> {
  return openPort({ port, maxHeaderSize: HEADER_LIMIT, keepAliveTimeout: 30_000 });
}
