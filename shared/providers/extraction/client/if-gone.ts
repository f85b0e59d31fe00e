import { GoneError } from '../../../domain/lib/errors.ts';

/** What a call gives, or undefined when what it is about does not exist. */
export async function orGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof GoneError && error.status === 404) return undefined;
    throw error;
  }
}
