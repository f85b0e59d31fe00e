import { GoneError } from '../../../domain/lib/errors.ts';

/** Awaits a call. Returns undefined when its object does not exist (404). */
export async function orGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof GoneError && error.status === 404) return undefined;
    throw error;
  }
}
