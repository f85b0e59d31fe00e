import type { LocalService, Method, Route } from './local-service.ts';
import { RequestRefused } from './refusal.ts';
import { type RoutePattern, routePattern } from './route-pattern.ts';

/** The service, and the path below its prefix, that a request target names. */
export interface Target {
  service: LocalService;
  path: string;
  query: URLSearchParams;
}

/** Reads a request target such as `/news/search?q=x`; undefined when no service lies there. */
export function findTarget(services: readonly LocalService[], target: string): Target | undefined {
  const mark = target.indexOf('?');
  const whole = mark < 0 ? target : target.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
  const service = services.find(({ prefix }) => whole === prefix || whole.startsWith(`${prefix}/`));
  return service && { service, path: whole.slice(service.prefix.length) || '/', query };
}

export interface FoundRoute {
  route: Route;
  method: Method;
  params: Readonly<Record<string, string>>;
}

/** Finds the route of a request. @throws RequestRefused 404 for an unknown path, 405 with `allow` for a wrong method. */
export type FindRoute = (method: string, path: string) => FoundRoute;

/** Prepares the routes of a service for `FindRoute`. */
export function routesOf(service: LocalService): FindRoute {
  const compiled: { route: Route; pattern: RoutePattern }[] = service.routes.map((route) => ({
    route,
    pattern: routePattern(route.path),
  }));
  return (wanted, path) => {
    const allowed = new Set<Method>();
    for (const { route, pattern } of compiled) {
      const params = pattern.match(path);
      if (!params) continue;
      const method = route.methods.find((known) => known === wanted);
      if (method) return { route, method, params };
      for (const known of route.methods) allowed.add(known);
    }
    if (allowed.size === 0) throw new RequestRefused(404, 'There is no such path');
    throw new RequestRefused(405, `This path does not take ${wanted}`, {
      headers: { allow: [...allowed].join(', ') },
    });
  };
}
