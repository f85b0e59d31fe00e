import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import { ACCOUNT } from '../local-account.ts';
import type { RouteMatch } from './find-route.ts';

export interface GatewayRequest {
  method: string;
  /** Path and query as they were sent. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  sourceIp: string;
}

/** The event of payload format 2.0 that the gateway calls a function with, as JSON text. */
export function gatewayEvent(
  request: GatewayRequest,
  { match, now }: { match: RouteMatch; now: Instant },
): string {
  const { method, target, headers, body, sourceIp } = request;
  const [rawPath, rawQueryString = ''] = splitOnce(target, '?');
  const query = commaJoined(new URLSearchParams(rawQueryString));
  const { key } = match.route;
  const domainName = headers.host ?? '';
  return JSON.stringify({
    version: '2.0',
    routeKey: key,
    rawPath,
    rawQueryString,
    ...(headers.cookie === undefined ? {} : { cookies: headers.cookie.split(/; */) }),
    headers: headersOf(headers),
    ...(rawQueryString === '' ? {} : { queryStringParameters: query }),
    requestContext: {
      accountId: ACCOUNT,
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0],
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: key,
      stage: '$default',
      time: new Date(now).toISOString(),
      timeEpoch: now,
    },
    ...(Object.keys(match.parameters).length === 0 ? {} : { pathParameters: match.parameters }),
    ...bodyOf(body, headers['content-type']),
  });
}

/** Names are in lower case, as Node reads them. A header that was sent twice becomes one, joined by commas. */
function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined || name === 'cookie') return [];
      return [[name, Array.isArray(value) ? value.join(',') : value]];
    }),
  );
}

/** Text is passed as it is, anything else in base64. A request without a body has neither of the two fields. */
function bodyOf(body: Buffer, type = ''): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const isText = /^(text\/|application\/(json|javascript|xml)\b)/i.test(type);
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}

function commaJoined(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]));
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
