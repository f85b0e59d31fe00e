import * as z from 'zod';
import { maybeNumber } from './lenient.ts';

const failure = z.object({ status_code: maybeNumber });

/** An error inside an answer of status 200: the body names an error status itself. */
export function hiddenFailure(body: unknown): { status: number } | undefined {
  const status = failure.safeParse(body).data?.status_code;
  return status !== undefined && status >= 400 && status < 600 ? { status } : undefined;
}
