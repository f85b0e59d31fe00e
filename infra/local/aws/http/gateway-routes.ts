import type { Throttle } from './route-throttle.ts';

/** A route of the gateway: `GET /r/{link}`, `ANY /{rest+}` or `$default`. */
export interface GatewayRoute {
  key: string;
  /** Name or arn of the function that answers. */
  functionArn: string;
  /** How long the gateway waits for it, in milliseconds. */
  timeout: number;
  /** Left out: the route has no limit. */
  throttle?: Throttle;
}

/** A route of the gateway with its method and path as Hono writes them. */
export interface HonoRoute extends GatewayRoute {
  method: string;
  path: string;
}

/**
 * Puts routes into the gateway's own order of precedence: most literal path first, then braces, then greedy ends, then
 * `$default`; at the same path a method before `ANY`.
 */
export function honoRoutes(routes: readonly GatewayRoute[]): HonoRoute[] {
  return routes.toSorted((one, other) => rankOf(one) - rankOf(other)).map(honoRoute);
}

/** The gateway takes the route with the smallest. */
function rankOf({ key }: GatewayRoute): number {
  if (key === '$default') return 1e6;
  const [method, path = ''] = key.split(' ');
  const braces = path.match(/\{/g)?.length ?? 0;
  return (path.includes('+}') ? 1e4 : 0) + braces * 10 + (method === 'ANY' ? 1 : 0) - path.length / 1e4;
}

function honoRoute(route: GatewayRoute): HonoRoute {
  const [method = '', path = ''] = route.key === '$default' ? ['ANY', '*'] : route.key.split(' ');
  return {
    ...route,
    method: method === 'ANY' ? 'ALL' : method,
    path: path.replaceAll(/\{(\w+)\}/g, ':$1').replaceAll(/\{(\w+)\+\}/g, ':$1{.+}'),
  };
}
