import { Pool } from 'undici';
import { SECOND } from '../../domain/time/instant.ts';

/**
 * Connections to one service, at most `connections` at a time: further calls wait. undici's own limits
 * for headers and body are off, because every try has a limit of its own. HTTP/2 is off, because no
 * service is known to need it and it costs time at each cold start.
 */
export function createDispatcher(baseUrl: string, connections: number): Pool {
  return new Pool(new URL(baseUrl).origin, {
    connections,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 10 * SECOND },
  });
}
