import { UpstreamError } from '../../domain/lib/errors.ts';
import type { Counted } from '../ports/extraction-ports.ts';
import { addStepOutcome, NOTHING_DONE, type StepOutcome } from './step-outcome.ts';

/** A call of a step failed. `outcome` is what the step had done until then, with this call. */
export class CallFailed extends Error {
  readonly failure: UpstreamError;
  readonly outcome: StepOutcome;

  constructor(failure: UpstreamError, outcome: StepOutcome) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.outcome = outcome;
  }
}

/**
 * Waits for a call and adds its requests to the outcome of the step; a failed call counts as one request.
 *
 * @throws CallFailed in place of an `UpstreamError`.
 */
export async function callService<T extends Counted>(
  call: Promise<T>,
  before: StepOutcome = NOTHING_DONE,
): Promise<{ answer: T; outcome: StepOutcome }> {
  try {
    const answer = await call;
    return { answer, outcome: addStepOutcome(before, requestsOf(answer)) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { correlationId } = error;
    throw new CallFailed(error, addStepOutcome(before, requestsOf({ calls: 1, correlationId })));
  }
}

function requestsOf({
  calls,
  correlationId,
}: Pick<Counted, 'calls' | 'correlationId'>): Pick<StepOutcome, 'calls' | 'correlationIds'> {
  return { calls, correlationIds: correlationId === undefined ? [] : [correlationId] };
}
