import type { LocalStack } from '../template/local-stack.ts';
import type { GatewayRoute } from './gateway-routes.ts';

/** The routes of the gateway of a stack, each with its function and its limit. */
export function routesOf({
  httpRoutes,
  httpIntegrations,
  httpThrottles,
}: Pick<LocalStack, 'httpRoutes' | 'httpIntegrations' | 'httpThrottles'>): GatewayRoute[] {
  return httpRoutes.flatMap(({ key, integrationId }) => {
    const throttle = httpThrottles.routes.get(key) ?? httpThrottles.others;
    return httpIntegrations
      .filter(({ id }) => id === integrationId)
      .map(({ functionArn, timeout }) => ({ key, functionArn, timeout, ...(throttle && { throttle }) }));
  });
}
