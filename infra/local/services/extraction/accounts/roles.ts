import type { MiddlewareHandler } from 'hono';
import type { ServiceEnv } from '../../kit/http/local-service.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';

/** Calls that change nothing although they are no GET, below the prefix. */
const READING = /^\/(?:initialize|validate|user\/limits|datasets\/[^/]+\/entities\/list)$/;

/** Refuses with 403 what a viewer may not do: everything that makes or changes something (extraction service, errors). */
export function refuseViewers(prefix: string): MiddlewareHandler<ServiceEnv> {
  return async (call, next) => {
    const { method, path } = call.req;
    const below = path.slice(path.indexOf(`${prefix}/`) + prefix.length);
    const isReading = method === 'GET' || READING.test(below);
    if (call.get('caller').role === 'viewer' && !isReading) {
      throw new RequestRefused(
        403,
        'Your role in this organization is viewer: you may read, but change nothing',
      );
    }
    await next();
  };
}
