import { createHash, createHmac } from 'node:crypto';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../domain/lib/errors.ts';
import { MINUTE, SECOND } from '../domain/time/instant.ts';
import { requestLimits, RequestNotSent } from './bounded-requests.ts';

/** How long one request may take by default. Much shorter than the claim of a message. */
const LIMIT = 10 * SECOND;

/** Where and as whom a function calls a service of AWS. */
export interface AwsAccess {
  /** `https://events.eu-west-1.amazonaws.com`, without a slash at the end. */
  endpoint: string;
  service: string;
  region: string;
  credentials: AwsCredentials;
  now: () => number;
  /** Milliseconds that one request may take. Default 10 s. */
  limit?: number;
}

/**
 * Calls a service of AWS once, signed, within the limits of the call of its function. Follows no redirect.
 *
 * @throws PublishThrottled when the service throttles, PublishRefused after another 4xx, and PublishUnsure otherwise.
 */
export async function awsCall(
  { endpoint, service, region, credentials, now, limit = LIMIT }: AwsAccess,
  { path, headers, body }: { path: string; headers: Readonly<Record<string, string>>; body: string },
): Promise<string> {
  const url = new URL(`${endpoint}${path}`);
  const limits = requestLimits();
  const signal = AbortSignal.any([
    AbortSignal.timeout(Math.min(limit, limits?.left ?? limit)),
    ...(limits ? [limits.ended] : []),
  ]);
  const signed = signedHeaders({ url, headers, body, service, region, credentials, now: now() });
  const { host: _host, ...sent } = signed;
  try {
    const answer = await fetch(url, { method: 'POST', headers: sent, body, signal, redirect: 'error' });
    const text = await answer.text();
    if (answer.ok) return text;
    throw refusal(answer.status, `${answer.headers.get('x-amzn-errortype') ?? ''} ${text}`.trim());
  } catch (error) {
    if (error instanceof PublishRefused || error instanceof PublishUnsure || error instanceof RequestNotSent)
      throw error;
    throw new PublishUnsure(`The answer of ${service} was lost.`, { cause: error });
  }
}

function refusal(status: number, text: string): Error {
  const said = text.replaceAll(/\s+/g, ' ').slice(0, 300).toWellFormed();
  if (status === 429 || /Throttling|TooManyRequests|LimitExceeded/.test(text))
    return new PublishThrottled(`AWS throttles: ${said}`, MINUTE);
  const message = `AWS answered ${status}: ${said}`;
  return status < 500 ? new PublishRefused(message) : new PublishUnsure(message);
}

/** The credentials of a function, as Lambda gives them in its environment. */
interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

interface RequestToSign {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  service: string;
  region: string;
  credentials: AwsCredentials;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * The headers of a POST without a query, signed with Signature Version 4 (IAM User Guide, "Create a signed AWS API
 * request"). For services of which the whole client of the SDK would be needed for one action.
 */
function signedHeaders(request: RequestToSign): Record<string, string> {
  const { url, headers, body, service, region, credentials, now } = request;
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(all).toSorted();
  const canonical = [
    'POST',
    // All services but S3 encode the path once more.
    url.pathname.split('/').map(encodeURIComponent).join('/'),
    '',
    names.map((name) => `${name}:${(all[name] ?? '').trim()}\n`).join(''),
    names.join(';'),
    hashOf(body),
  ].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const text = ['AWS4-HMAC-SHA256', time, scope, hashOf(canonical)].join('\n');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...all, authorization };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
