import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import { readBody } from '../../http/read-body.ts';
import type { FunctionEngine } from '../functions/function-engine.ts';
import { InvokeRefused } from '../functions/function-spec.ts';
import type { SharedClock } from '../shared-clock.ts';
import { gatewayAnswer, gatewaySays } from './gateway-answer.ts';
import { gatewayEvent } from './gateway-event.ts';
import { openLoad } from './gateway-load.ts';
import { type GatewayRoute, honoRoutes } from './gateway-routes.ts';
import { openThrottle } from './route-throttle.ts';

type GatewayApp = Hono<{ Bindings: HttpBindings }>;

/** The gateway takes bodies of up to 10 MB. What a function takes is less: its event, base64 included, has 6 MB. */
const BODY_LIMIT = 10 * 1024 * 1024;

/** Sends requests to functions by their routes. Keeps to the gateway's own limits and refusals. */
export function gatewayApp(
  routes: readonly GatewayRoute[],
  { functions, clock }: { functions: FunctionEngine; clock: SharedClock },
): GatewayApp {
  const app: GatewayApp = new Hono();
  const load = openLoad();
  app.use(async (call, next) => {
    if (!isOwnHost(call.req.header('host'))) throw new HTTPException(403, { message: 'Forbidden' });
    await next();
  });
  for (const route of honoRoutes(routes)) {
    const { method, path, key, functionArn } = route;
    const isWithin = route.throttle ? openThrottle(route.throttle) : () => true;
    const late = new HTTPException(503, { message: 'Service Unavailable' });
    app.on(method, path, timeout(route.timeout, late), async (call, next) => {
      // Hono gives HEAD to the routes of GET, the gateway does not.
      if (method !== 'ALL' && method !== call.req.method) return next();
      const { incoming } = call.env;
      const admitted = isWithin(clock.now()) ? load.admit() : undefined;
      if (!admitted) throw new HTTPException(429, { message: 'Too Many Requests' });
      try {
        let isAllowed = true;
        const mayHold = (bytes: number) => (isAllowed = admitted.grow(bytes));
        const body = await readBody(incoming, BODY_LIMIT, mayHold);
        if (!isAllowed) throw new HTTPException(429, { message: 'Too Many Requests' });
        if (!body) throw new HTTPException(413, { message: 'Request Entity Too Large' });
        const parameters = call.req.param();
        const event = gatewayEvent(incoming, { key, parameters, body, now: clock.now(), url: call.req.url });
        return gatewayAnswer(await functions.invoke(functionArn, event));
      } finally {
        admitted.end();
      }
    });
  }
  app.notFound(() => gatewaySays(404, 'Not Found'));
  app.onError((cause) => {
    if (cause instanceof HTTPException) return gatewaySays(cause.status, cause.message);
    return cause instanceof InvokeRefused ? refusalSays(cause) : gatewaySays(500, 'Internal Server Error');
  });
  return app;
}

/** How the gateway words a call that Lambda has refused. A function that is throttled is 503 to the caller. */
function refusalSays({ code }: InvokeRefused): Response {
  if (code === 'RequestTooLargeException') return gatewaySays(413, 'Request Entity Too Large');
  if (code === 'TooManyRequestsException') return gatewaySays(503, 'Service Unavailable');
  return gatewaySays(500, 'Internal Server Error');
}

/** Otherwise a page of another site could reach this machine by a name of that site and read its answers. */
function isOwnHost(host = ''): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}
