import { errors, Pool } from 'undici';
import * as z from 'zod';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../../domain/lib/errors.ts';
import { MINUTE, SECOND, type Instant } from '../../domain/time/instant.ts';
import { type MayReach, needPublicHost, PrivateAddress, publicOnly } from './public-address.ts';
import { parseAnswerJson, readBody } from './reader.ts';

/** A request that takes longer is unsure. Much shorter than the claim of a message. */
const LIMIT = 10 * SECOND;
/** The largest answer that is read, in bytes. */
const LARGEST_ANSWER = 1_000_000;
/** How long to wait when a service says that it takes no more, but not for how long. */
const DEFAULT_WAIT = MINUTE;

/** What requests to the addresses of users need. */
interface PostSettings {
  now: () => Instant;
  /** What may be reached besides public addresses: an allowlist. Default nothing. */
  mayReach?: MayReach;
  /** Milliseconds that one request may take. */
  limit?: number;
}

interface PostOrder {
  method?: 'POST' | 'PUT';
  body: string;
  headers: Readonly<Record<string, string>>;
  /** No answer is waited for beyond this instant. */
  deadline?: Instant | undefined;
  /** What the service is called in errors. */
  service: string;
}

/** An answer of the service. */
interface Answer {
  status: number;
  body: string;
}

/** Posts to an address; throws what became of the message where there is no answer of success. */
export type Post = (address: string, order: PostOrder) => Promise<Answer>;

/**
 * Posts once, and to public addresses alone: a name that leads into a private network is refused when it is looked
 * up. It needs https, unless the allowlist names the address. It follows no redirect. Errors hold neither the address
 * nor the body: both may contain a secret.
 *
 * @throws PublishThrottled at 429, PublishRefused when the request was not sent or got another 4xx or a redirect,
 *   PublishUnsure after 5xx and when the answer is lost.
 */
export function createPost({ now, mayReach = () => false, limit = LIMIT }: PostSettings): Post {
  return async (address, order) => {
    const url = addressIn(address, { mayReach, service: order.service });
    const time = Math.min(limit, (order.deadline ?? Number.POSITIVE_INFINITY) - now());
    if (time <= 0) throw new PublishRefused(`No time was left for a request to ${order.service}.`);
    const pool = new Pool(url.origin, {
      connections: 1,
      allowH2: false,
      connect: { lookup: publicOnly(mayReach), timeout: limit },
    });
    try {
      const { statusCode, headers, body } = await pool.request({
        method: order.method ?? 'POST',
        path: `${url.pathname}${url.search}`,
        headers: { 'content-type': 'application/json; charset=utf-8', ...order.headers },
        body: order.body,
        signal: AbortSignal.timeout(time),
      });
      const text = await readBody(body, { encoding: 'identity', limit: LARGEST_ANSWER });
      return accepted({ status: statusCode, body: text }, { retryAfter: headers['retry-after'], order });
    } catch (error) {
      throw failureOf(error, order.service);
    } finally {
      await pool.destroy();
    }
  };
}

function addressIn(address: string, { mayReach, service }: { mayReach: MayReach; service: string }): URL {
  if (!URL.canParse(address))
    throw new PublishRefused(`The address of ${service} is not valid. Set it to one with https://.`);
  const url = new URL(address);
  const isAllowed = url.protocol === 'http:' && mayReach(url.hostname.replaceAll(/[[\]]/g, ''));
  if (url.protocol !== 'https:' && !isAllowed)
    throw new PublishRefused(`The address of ${service} must begin with https://. Set one that does.`);
  try {
    needPublicHost(url, mayReach);
  } catch (error) {
    throw failureOf(error, service);
  }
  return url;
}

function accepted(
  answer: Answer,
  { retryAfter, order }: { retryAfter: string | string[] | undefined; order: PostOrder },
): Answer {
  const { status } = answer;
  const { service } = order;
  if (status >= 200 && status < 300) return answer;
  if (status === 429)
    throw new PublishThrottled(
      `${service} takes no more for now (429).`,
      waitIn(retryAfter ?? waitInBody(answer.body)),
    );
  if (status >= 500) throw new PublishUnsure(`${service} answered ${status}.`);
  if (status < 400) throw new PublishRefused(`${service} answered ${status}. Redirects are not followed.`);
  throw new PublishRefused(`${service} refused the message (${status}): ${startOf(answer.body)}`);
}

/** The service's own words, on one line. */
function startOf(body: string): string {
  const line = body.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return line === '' ? 'it gave no reason' : line.slice(0, 200).toWellFormed();
}

/** `Retry-After` in milliseconds: it is a number of seconds or a date, of which no service here sends the second. */
export function waitIn(header: string | string[] | undefined): number {
  const seconds = Number([header].flat()[0]);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds * SECOND) : DEFAULT_WAIT;
}

const waitSchema = z.object({
  retry_after: z.number().optional(),
  retry_after_ms: z.number().optional(),
  parameters: z.object({ retry_after: z.number() }).partial().optional(),
});

/** The seconds to wait that messengers name in their answers: Discord, Matrix and Telegram, in this order. */
function waitInBody(body: string): string | undefined {
  const { data } = waitSchema.safeParse(parseAnswerJson(body).value);
  const { retry_after: seconds, retry_after_ms: milliseconds, parameters } = data ?? {};
  const wait = seconds ?? (milliseconds === undefined ? parameters?.retry_after : milliseconds / SECOND);
  return wait?.toString();
}

/** Codes of errors that come before a request is sent. */
const NOT_SENT =
  /^(?:E(?:AI_AGAIN|CONNREFUSED|HOSTUNREACH|NETUNREACH|NOTFOUND)|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.+|CERT_.+|DEPTH_ZERO_.+|SELF_SIGNED_.+|UNABLE_TO_.+)$/;

function failureOf(error: unknown, service: string): Error {
  if (error instanceof PublishRefused || error instanceof PublishUnsure) return error;
  if (error instanceof PrivateAddress)
    return new PublishRefused(
      `The address of ${service} leads into a private network. Allow it, or set another.`,
    );
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NOT_SENT.test(code) || error instanceof errors.ConnectTimeoutError)
    return new PublishRefused(`${service} could not be reached (${code}).`);
  return new PublishUnsure(
    `The answer of ${service} was lost (${code === '' ? 'no answer in time' : code}).`,
  );
}
