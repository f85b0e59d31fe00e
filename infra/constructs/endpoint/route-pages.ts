import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ServiceFunction } from '../functions/service-function.ts';
import { FOR_FORMS, FOR_PAGES, type HttpEndpoint } from './http-endpoint.ts';

/**
 * Pages are read by GET. Only forms change something: those of a receipt, of the actions on an alert, of a story, and those by which
 * people unsubscribe or confirm a drill.
 */
export function routePages(endpoint: HttpEndpoint, fn: ServiceFunction): void {
  const openBecause =
    'People without an account open pages from their mail. The function checks the signature in the link.';
  for (const path of ['/', '/{page+}'])
    endpoint.route({ method: HttpMethod.GET, path, fn, throttle: FOR_PAGES, openBecause });
  const forms = [
    '/r/{link}',
    '/q/{link}/{lane}',
    '/i/{link}/stories/{story}',
    '/u/{link}/{lane}',
    '/d/{link}/{target}',
  ];
  for (const path of forms)
    endpoint.route({ method: HttpMethod.POST, path, fn, throttle: FOR_FORMS, openBecause });
}
