import { SECOND } from '../../domain/time/instant.ts';
import { createDispatcher } from './create-dispatcher.ts';

/** How long a call may take, in milliseconds. */
const LIMIT = 5 * SECOND;

/**
 * Calls an address once with GET and reads nothing of the answer. Follows no redirect.
 *
 * @throws Error when no answer comes within the limit, or one with a status other than 2xx. Its message does not hold the
 *   address: whoever knows it can call it.
 */
export async function callAddress(address: string, limit: number = LIMIT): Promise<void> {
  const { pathname, search } = new URL(address);
  const pool = createDispatcher(address, 1);
  try {
    const signal = AbortSignal.timeout(limit);
    const { statusCode, body } = await pool.request({ method: 'GET', path: pathname + search, signal });
    body.on('error', () => undefined);
    if (statusCode < 200 || statusCode > 299)
      throw new AnswerError(`The answer has the status ${statusCode}`);
  } catch (cause) {
    if (cause instanceof AnswerError) throw cause;
    throw new AnswerError(`No answer: ${cause instanceof Error ? cause.name : 'unknown'}`);
  } finally {
    // Ends the connection with what is left of the answer.
    await pool.destroy();
  }
}

/** The call of an address failed. */
class AnswerError extends Error {
  override readonly name = 'AnswerError';
}
