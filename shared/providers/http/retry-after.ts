import { HOUR, type Instant, SECOND } from '../../domain/time/instant.ts';

/** Of a service, a longer wait is a mistake: it must not stop a watch for days. */
const LONGEST_WISH = HOUR;

/** Numbers from this one on are instants, not durations: seconds since 1970 (2001 and later). */
const EPOCH_SECONDS = 1e9;
const EPOCH_MILLISECONDS = 1e12;

type Headers = Readonly<Record<string, string>>;

/**
 * The wait that the server requests, in milliseconds: `Retry-After`, else `X-RateLimit-Reset`, each as a number of
 * seconds, as seconds since 1970 or as an HTTP date (news service, headers). Undefined if neither is readable.
 *
 * @param longest what a longer wait is cut to, in milliseconds.
 */
export function serverWaitOf(
  headers: Headers,
  now: Instant,
  longest: number = LONGEST_WISH,
): number | undefined {
  const wait =
    waitOf(headers['retry-after'], now) ??
    waitOf(headers['x-ratelimit-reset'], now) ??
    waitOf(headers['ratelimit-reset'], now);
  return wait === undefined ? undefined : Math.min(Math.max(wait, 0), longest);
}

function waitOf(text: string | undefined, now: Instant): number | undefined {
  const value = text?.trim() ?? '';
  if (value === '') return undefined;
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  if (number === undefined) {
    const at = Date.parse(value);
    return Number.isNaN(at) ? undefined : at - now;
  }
  if (number >= EPOCH_MILLISECONDS) return number - now;
  if (number >= EPOCH_SECONDS) return number * SECOND - now;
  return Math.ceil(number * SECOND);
}
