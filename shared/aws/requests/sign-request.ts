import { createHash, createHmac } from 'node:crypto';

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
    url.pathname,
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
