import * as z from 'zod';
import type { CallOptions } from '../http/call-options.ts';
import { hiddenFailure } from '../http/hidden-failure.ts';
import { maybeFlag, maybeNumber, maybeText } from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';
import { reading } from '../http/endpoint.ts';
import type { NewsCalls } from './ask.ts';

const answer = z.object({
  active: maybeFlag,
  /** Counted per key over all paths. */
  concurrent_calls: maybeNumber,
  plan: maybeText,
  /** A billing month. */
  plan_calls: maybeNumber,
  remaining_calls: maybeNumber,
  historical_days: maybeNumber,
});

/** Limits and use of the plan. */
export type NewsSubscription = z.infer<typeof answer>;

const read = jsonReader(answer, hiddenFailure);

/** Reads the plan; the request has no body. It is unknown whether this counts as a call: use it at most once per hour. */
export function subscription({ http, method }: NewsCalls) {
  const endpoint = reading(method, '/subscription');
  return (options?: CallOptions): Promise<NewsSubscription> => {
    return http.call({ endpoint, read }, options);
  };
}
