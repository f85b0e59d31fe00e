import { type Instant, SECOND } from '../../../../shared/domain/time/instant.ts';

/** How many requests a route takes: so many a second in the long run, and so many at once. */
export interface Throttle {
  rate: number;
  burst: number;
}

/**
 * A bucket of tokens, full at first. Each request takes one, and `rate` come back each second (Amazon API Gateway Developer
 * Guide, "Throttle requests to your HTTP APIs"). AWS calls its limits targets, which single requests may pass; here none does.
 *
 * @returns takes a request at a time, and says whether there was a token.
 */
export function openThrottle({ rate, burst }: Throttle): (now: Instant) => boolean {
  let tokens = burst;
  let last: Instant | undefined;
  return (now) => {
    const since = Math.max(0, now - (last ?? now));
    tokens = Math.min(burst, tokens + (since * rate) / SECOND);
    last = Math.max(now, last ?? now);
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
