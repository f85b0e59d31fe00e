import * as z from 'zod';
import { hiddenFailure } from '../http/hidden-failure.ts';
import { maybeNumber, maybeObject, maybeText, number } from '../http/lenient.ts';

/** The common fields of all answers to article searches (news service, envelope). */
export const envelope = {
  /** `ok`, or another text when nothing was found. Check total_hits 0 instead. */
  status: z.string(),
  /** Stops counting at 10,000. */
  total_hits: number,
  page: number,
  total_pages: number,
  page_size: number,
  /** The parameters as the service used them. */
  user_input: maybeObject,
};

/** The envelope where only public material describes it, so nothing in it is required. */
export const looseEnvelope = {
  status: maybeText,
  total_hits: maybeNumber,
  page: maybeNumber,
  total_pages: maybeNumber,
  page_size: maybeNumber,
  user_input: maybeObject,
};

const failedAnswer = z.object({ status: maybeText, total_hits: maybeNumber });

/**
 * An error inside an answer with status 200: its `status` is not `ok` and total_hits is missing (news service, errors).
 * "Nothing found" is no error: it has total_hits 0.
 */
export function failureInEnvelope(body: unknown): { status: number | undefined } | undefined {
  const answer = failedAnswer.safeParse(body);
  if (!answer.success || answer.data.total_hits !== undefined || answer.data.status === 'ok')
    return undefined;
  return hiddenFailure(body) ?? { status: undefined };
}
