import * as z from 'zod';
import { maybeNumber } from './lenient.ts';

const failure = z.object({ status_code: maybeNumber });

/** An error inside an answer with status 200: the body contains an error status. */
export function hiddenFailure(body: unknown): { status: number } | undefined {
  const status = failure.safeParse(body).data?.status_code;
  return status !== undefined && status >= 400 && status < 600 ? { status } : undefined;
}
