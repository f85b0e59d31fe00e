import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { loadedOnce } from '../../../../../shared/domain/lib/loaded-once.ts';
import type { HostSettings } from './host-settings.ts';
import type { Call, LocalService, ServiceApp, ServiceEnv } from './local-service.ts';
import { readBytes } from './read-request.ts';
import { RequestRefused } from './refusal.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Lets a call through to the handlers of a service when `app` knows its path and method, its key is valid, and the plan
 * allows it. The call counts as one of the plan's calls at one time until its handler has ended.
 */
export function admitCalls(
  app: ServiceApp,
  service: LocalService,
  { usage, sleep, bodyLimit }: Pick<Required<HostSettings>, 'usage' | 'sleep' | 'bodyLimit'>,
): MiddlewareHandler<ServiceEnv> {
  const { name, prefix, keys, limits, openPaths = [], uncountedPaths = [] } = service;
  return async (call, next) => {
    assertRoute(app, call);
    const { incoming } = call.env;
    const path = call.req.path.slice(prefix.length);
    const isOpen = openPaths.includes(path);
    const caller = isOpen ? { key: '' } : keys(incoming.headers);
    const isCounted = !isOpen && !uncountedPaths.includes(path);
    const end = isCounted ? usage.begin({ service: name, key: caller.key, limits }) : () => {};
    call.set('caller', caller);
    call.set(
      'body',
      loadedOnce(() => readBytes(incoming, bodyLimit)),
    );
    try {
      const fault = call.get('fault');
      if (typeof fault === 'object' && 'delay' in fault) await sleep(fault.delay, call.req.raw.signal);
      await next();
    } finally {
      end();
    }
  };
}

/** @throws RequestRefused 404 for an unknown path, 405 with `allow` for a method that the path does not take. */
function assertRoute(app: ServiceApp, call: Call): void {
  const { method, path } = call.req;
  const isPath = isDecodable(path);
  if (isPath && matchedRoutes(call).some((route) => route.method === method)) return;
  const takes = (wanted: string) =>
    app.router.match(wanted, path)[0].some(([[, route]]) => route.method === wanted);
  const allowed = isPath ? METHODS.filter(takes) : [];
  if (allowed.length === 0) throw new RequestRefused(404, 'There is no such path');
  throw new RequestRefused(405, `This path does not take ${method}`, {
    headers: { allow: allowed.join(', ') },
  });
}

/** False for a path with an escape that is no text, such as `%E0%A4%A`. Hono leaves such escapes as they are. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
