import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { localCredentials } from '../../infra/local/aws/local-account.ts';

/** What a signature covers. */
interface SignedRequest {
  method?: string | undefined;
  /** Path and query as they were sent. */
  url?: string | undefined;
  headers: IncomingHttpHeaders;
}

const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/;

/** The header with the hash of the body, which most clients send. Without it the body itself is needed. */
export const BODY_HASH = 'x-amz-content-sha256';

/**
 * Whether a request was signed with the credentials of this stack (AWS, Signature Version 4). The age of a signature
 * is not checked: functions sign at the time of the shared clock.
 */
export function isAuthentic(request: SignedRequest, body: Uint8Array | string = ''): boolean {
  const { accessKeyId, secretAccessKey } = localCredentials.credentials;
  const [, id, day, region, service, signed, signature] =
    FORM.exec(request.headers.authorization ?? '') ?? [];
  if (id !== accessKeyId || !day || !region || !service || !signed || !signature) return false;
  const time = request.headers['x-amz-date'];
  if (typeof time !== 'string') return false;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = canonicalText(request, { service, names: signed.split(';'), body });
  const key = signingKey([day, region, service], secretAccessKey);
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, hashOf(text)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/**
 * The keys that were derived last, by what they are for: four hashes for each request cost as much as reading an
 * item.
 */
const derived = new Map<string, Buffer>();
/** Days, regions and services: a stack has a few services, and a clock that moves on. */
const MOST_DERIVED = 32;

/** The key of a day, region and service (AWS, "Derive a signing key for AWS requests"). */
function signingKey(scope: readonly string[], secret: string): Buffer | string {
  const name = [secret, ...scope].join('/');
  const known = derived.get(name);
  if (known !== undefined) return known;
  const key = [...scope, 'aws4_request'].reduce<string | Buffer>(
    (last, part) => hmac(last, part),
    `AWS4${secret}`,
  );
  if (derived.size >= MOST_DERIVED) derived.clear();
  derived.set(name, Buffer.from(key));
  return key;
}

function canonicalText(
  { method = '', url = '/', headers }: SignedRequest,
  { service, names, body }: { service: string; names: readonly string[]; body: Uint8Array | string },
): string {
  const [path = '/', query = ''] = url.split(/\?(.*)/s);
  const lines = names.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replaceAll(/\s+/g, ' ')}\n`,
  );
  return [
    method,
    // All services but S3 encode the path once more.
    service === 's3' ? path : escape(path).replaceAll('%2F', '/'),
    canonicalQuery(query),
    lines.join(''),
    names.join(';'),
    String(headers[BODY_HASH] ?? hashOf(body)),
  ].join('\n');
}

function canonicalQuery(query: string): string {
  return [...new URLSearchParams(query.replaceAll('+', '%2B'))]
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .toSorted()
    .join('&');
}

function escape(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hashOf(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
