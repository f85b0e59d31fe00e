import { ThrottledError, TransportError } from '../../../domain/lib/errors.ts';
import type { Failure } from '../attempt.ts';
import type { RetryPolicy } from './retry-policy.ts';

/**
 * How long to wait before the same request is repeated, in milliseconds. Undefined when it must not be. The server's
 * wait is used unchanged. Ours is a random part of a doubling span, so that many clients do not repeat at once.
 */
export function waitBeforeRetry(
  failure: Failure,
  { policy, tries, random }: { policy: RetryPolicy; tries: number; random: () => number },
): number | undefined {
  if (tries >= policy.tries || !mayRepeat(failure, policy)) return undefined;
  if (failure.serverWait !== undefined) {
    return failure.serverWait <= policy.longestServerWait ? failure.serverWait : undefined;
  }
  if (failure.error instanceof ThrottledError && !policy.repeatUntimedThrottle) return undefined;
  const span = Math.min(policy.firstWait * 2 ** (tries - 1), policy.longestWait);
  return Math.floor(random() * span);
}

function mayRepeat({ error, unsent }: Failure, policy: RetryPolicy): boolean {
  if (error instanceof ThrottledError) return true;
  if (!(error instanceof TransportError)) return false;
  if (unsent) return true;
  if (policy.repeat === 'unsent') return false;
  return policy.repeatTimeouts || !error.timedOut;
}
