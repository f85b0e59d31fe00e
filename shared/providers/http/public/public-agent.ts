import { Agent } from 'undici';
import { type MayReach, publicOnly } from './public-lookup.ts';

/**
 * Connections to the internet alone. A name is looked up once for each connection, and a private address behind it is refused
 * there with `PrivateAddress`, so that no name can lead inside. An address in place of a name is never looked up: call
 * `needPublicHost` before each request.
 *
 * @param connections at most so many to one host.
 */
export function publicAgent({
  mayReach = () => false,
  connections,
  limit,
}: {
  mayReach?: MayReach;
  connections?: number;
  /** Milliseconds for a connection. */
  limit?: number;
} = {}): Agent {
  return new Agent({
    connect: { lookup: publicOnly(mayReach), ...(limit !== undefined && { timeout: limit }) },
    allowH2: false,
    pipelining: 0,
    ...(connections !== undefined && { connections }),
  });
}
