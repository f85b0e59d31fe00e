import { type Instant, SECOND } from '../../../../shared/domain/time/instant.ts';

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
interface HonoRoute extends GatewayRoute {
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

/** How many requests a route takes: so many a second in the long run, and so many at once. */
export interface Throttle {
  rate: number;
  burst: number;
}

/**
 * A bucket of tokens, full at first. Each request takes one, and `rate` come back each second (Amazon API Gateway
 * Developer Guide, "Throttle requests to your HTTP APIs"). AWS calls its limits targets, which single requests may
 * pass; here none does.
 *
 * @returns takes a request at a time, and says whether there was a token.
 */
export function openThrottle({ rate, burst }: Throttle): (now: Instant) => boolean {
  let tokens = burst;
  let last: Instant | undefined;
  return (now) => {
    const since = Math.max(0, now - (last ?? now));
    tokens = Math.min(burst, tokens + (since * rate) / SECOND);
    last = Math.max(now, last ?? now);
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
