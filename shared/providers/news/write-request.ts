import { parseWireTime, wireTimeOf, type Instant } from '../../domain/time/instant.ts';
import { parameterOf, type NewsPath } from '../../domain/services/news-parameters.ts';
import type { SentValue } from '../http/endpoint.ts';
import type { CheckedRequest } from './request.ts';

/** Always sent, because the service's default has changed before (news service, differences). */
const CLUSTERING_THRESHOLD = 0.7;

/**
 * A checked request as it is sent: dates in UTC without a zone, some lists as one text with commas, and
 * values for two unreliable defaults of the service: the end of the period and the threshold of clusters.
 */
export function wireRequest(
  request: CheckedRequest,
  { path, now }: { path: NewsPath; now: Instant },
): CheckedRequest {
  const values = Object.entries(request).map(([name, value]) => [name, wireValue(name, value)]);
  const endless = parameterOf('to_')?.paths.includes(path) && request['to_'] === undefined;
  return {
    ...Object.fromEntries(values),
    ...(endless && { to_: wireTimeOf(now) }),
    ...(request['clustering_enabled'] === true && {
      clustering_threshold: request['clustering_threshold'] ?? CLUSTERING_THRESHOLD,
    }),
  };
}

/** The same parameters for a query string: every list as one text with commas. */
export function requestQueryOf(wire: CheckedRequest): Record<string, SentValue> {
  return Object.fromEntries(
    Object.entries(wire).map(([name, value]) => [name, isList(value) ? value.join(',') : value]),
  );
}

function wireValue(name: string, value: CheckedRequest[string]): CheckedRequest[string] {
  const row = parameterOf(name);
  if (isList(value)) return row?.comma ? value.join(',') : value;
  return row?.type === 'date' && typeof value === 'string' ? wireDate(value) : value;
}

/** Dates without zone and fraction, which the service may not read. Days and phrases are unchanged. */
function wireDate(text: string): string {
  const at = /\d:\d/.test(text) ? parseWireTime(text) : undefined;
  return at === undefined ? text : wireTimeOf(at);
}

function isList(value: CheckedRequest[string]): value is readonly string[] {
  return Array.isArray(value);
}
