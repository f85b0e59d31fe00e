import { createHmac, hash } from 'node:crypto';

/** The credentials of a function, as Lambda gives them in its environment. */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

export interface RequestToSign {
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
 * The headers of a POST without a query, signed with Signature Version 4 (IAM User Guide, "Create a signed AWS API request"). For
 * services of which the whole client of the SDK would be needed for one action.
 */
export function signedHeaders(request: RequestToSign): Record<string, string> {
  return openSigner()(request);
}

/** The same for many requests: the key of a day is computed once. */
export function openSigner(): (request: RequestToSign) => Record<string, string> {
  let known: { of: string; key: Buffer } | undefined;
  return (request) => {
    const of = JSON.stringify(keyPartsOf(request));
    if (known?.of !== of) known = { of, key: signingKey(request) };
    return signed(request, known.key);
  };
}

/** What the key of a day is computed from, in this order. */
function keyPartsOf({ now, region, service, credentials }: RequestToSign): string[] {
  const day = timeOf(now).slice(0, 8);
  return [`AWS4${credentials.secretAccessKey}`, day, region, service, 'aws4_request'];
}

function signingKey(request: RequestToSign): Buffer {
  const [secret = '', ...parts] = keyPartsOf(request);
  return parts.reduce<Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    Buffer.from(secret),
  );
}

/** `20261123T120000Z` */
function timeOf(now: number): string {
  return new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}

function signed(request: RequestToSign, key: Buffer): Record<string, string> {
  const { url, headers, body, service, region, credentials, now } = request;
  const time = timeOf(now);
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const { accessKeyId, sessionToken } = credentials;
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(all).toSorted();
  const canonical = [
    'POST',
    url.pathname,
    '',
    names.map((name) => `${name}:${(all[name] ?? '').trim()}\n`).join(''),
    names.join(';'),
    hashOf(body),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, hashOf(canonical)].join('\n');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...all, authorization };
}

function hashOf(text: string): string {
  return hash('sha256', text, 'hex');
}
