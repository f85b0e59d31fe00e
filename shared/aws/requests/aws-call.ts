import { PublishRefused, PublishThrottled, PublishUnsure } from '../../domain/lib/errors.ts';
import { MINUTE, SECOND } from '../../domain/time/instant.ts';
import { requestLimits, RequestNotSent } from './call-scope.ts';
import { type AwsCredentials, signedHeaders } from './sign-request.ts';

/** How long one request may take. Much shorter than the claim of a message. */
const LIMIT = 10 * SECOND;

/** Where and as whom a function calls a service of AWS. */
export interface AwsAccess {
  /** `https://events.eu-west-1.amazonaws.com`, without a slash at the end. */
  endpoint: string;
  service: string;
  region: string;
  credentials: AwsCredentials;
  now: () => number;
}

/**
 * Calls a service of AWS once, signed, within the limits of the call of its function. Follows no redirect.
 *
 * @throws PublishThrottled when the service throttles, PublishRefused after another 4xx, and PublishUnsure otherwise.
 */
export async function awsCall(
  { endpoint, service, region, credentials, now }: AwsAccess,
  { path, headers, body }: { path: string; headers: Readonly<Record<string, string>>; body: string },
): Promise<string> {
  const url = new URL(`${endpoint}${path}`);
  const limits = requestLimits();
  const signal = AbortSignal.any([
    AbortSignal.timeout(Math.min(LIMIT, limits?.left ?? LIMIT)),
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
