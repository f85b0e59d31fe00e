import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import { ACCOUNT } from '../local-account.ts';

/** What the gateway knows of a request, apart from its head. */
interface Routed {
  /** The key of its route. */
  key: string;
  /** The values of the braces in the path of its route, decoded. */
  parameters: Readonly<Record<string, string>>;
  url: string;
  body: Buffer;
  now: Instant;
}

/** The event of payload format 2.0 that the gateway calls a function with, as JSON text. */
export function gatewayEvent(
  { method, headers, socket }: IncomingMessage,
  { key, parameters, url, body, now }: Routed,
): string {
  const { pathname: rawPath, search, searchParams } = new URL(url);
  const rawQueryString = search.slice(1);
  const domainName = headers.host ?? '';
  return JSON.stringify({
    version: '2.0',
    routeKey: key,
    rawPath,
    rawQueryString,
    ...(headers.cookie === undefined ? {} : { cookies: headers.cookie.split(/; */) }),
    headers: headersOf(headers),
    ...(rawQueryString === '' ? {} : { queryStringParameters: commaJoined(searchParams) }),
    requestContext: {
      accountId: ACCOUNT,
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0],
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: key,
      stage: '$default',
      time: new Date(now).toISOString(),
      timeEpoch: now,
    },
    ...(Object.keys(parameters).length === 0 ? {} : { pathParameters: parameters }),
    ...bodyOf(body, headers['content-type']),
  });
}

/** Names are in lower case, as Node reads them. A header that is sent twice becomes one, joined by commas. */
function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined || name === 'cookie') return [];
      return [[name, Array.isArray(value) ? value.join(',') : value]];
    }),
  );
}

/** Text stays as it is, anything else becomes base64. Without a body there is no field `body`. */
function bodyOf(body: Buffer, type = ''): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const isText = /^(text\/|application\/(json|javascript|xml)\b)/i.test(type);
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}

function commaJoined(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]));
}
