import type { Answer } from '../kit/answer.ts';
import type { LocalRequest, Method, Route } from '../kit/local-service.ts';
import { RequestRefused } from '../kit/refusal.ts';
import { type Owner, ownerFrom } from './accounts/owner.ts';
import type { ExtractionContext } from './context.ts';
import type { Feature } from './settings.ts';

/** A request with the person and organization behind it. */
export interface Call extends LocalRequest {
  owner: Owner;
}

/** Method, path below the prefix, and what answers. Of two paths that fit, the first wins. */
export type Endpoint = readonly [
  method: Method,
  path: string,
  answer: (call: Call) => Answer | Promise<Answer>,
];

/** Endpoints as routes below the service's prefix. Those of a feature that the plan lacks are refused with 403. */
export function routesFrom(
  { settings }: Pick<ExtractionContext, 'settings'>,
  endpoints: readonly Endpoint[],
  feature?: Feature,
): Route[] {
  return endpoints.map(([method, path, answer]) => ({
    methods: [method],
    path: `${settings.prefix}${path}`,
    handler(request) {
      if (feature !== undefined) assertFeature(settings.withheld, feature);
      return answer({ ...request, owner: ownerFrom(request.caller) });
    },
  }));
}

/** @throws RequestRefused 403 when the plan lacks a feature. */
export function assertFeature(withheld: readonly Feature[], feature: Feature): void {
  if (withheld.includes(feature)) throw new RequestRefused(403, `Your plan does not include ${feature}`);
}

/** A named part of the path, such as `job_id`; the route has made sure that it is there. */
export function partOf({ params }: Call, name: string): string {
  return params[name] ?? '';
}
