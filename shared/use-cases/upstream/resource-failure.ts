import { GoneError, RefusedError, ThrottledError, type UpstreamError } from '../../domain/lib/errors.ts';
import { HOUR, MINUTE, type Instant } from '../../domain/time/instant.ts';
import type { Intent, UpstreamResource } from '../../domain/upstream/upstream-resource.ts';
import { stepWait } from '../../domain/upstream/upstream-times.ts';

type ResourceFailure = Pick<UpstreamResource, 'failures' | 'error' | 'retryAt' | 'intent'>;

/** What is written of a step that was taken. */
export const NO_FAILURE = { failures: 0, error: undefined, retryAt: undefined } as const;

/**
 * What is written of a failed step. It is tried again later. What the step meant to create is looked for only where the
 * answer was lost. An intent from `before` the step stays: the service refused to show the object, not to create it.
 */
export function failureOf(
  { intent, failures: earlier }: UpstreamResource,
  { error, before, now }: { error: UpstreamError; before: Intent | undefined; now: Instant },
): ResourceFailure {
  const failures = earlier + 1;
  const isOfStep = intent?.at !== before?.at;
  return {
    failures,
    error: error.message,
    retryAt: now + waitAfter(error, failures),
    ...(!isLost(error) && isOfStep && { intent: undefined }),
  };
}

function isLost(error: UpstreamError): boolean {
  return !(error instanceof RefusedError || error instanceof GoneError || error instanceof ThrottledError);
}

function waitAfter(error: UpstreamError, failures: number): number {
  if (error instanceof ThrottledError) return Math.max(error.retryAfter ?? 0, 5 * MINUTE);
  return error instanceof RefusedError ? HOUR : stepWait(failures);
}
