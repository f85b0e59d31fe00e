import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { SECOND } from '../../domain/time/instant.ts';

/** How long a call may take, in milliseconds. */
const LIMIT = 5 * SECOND;

/**
 * Calls an address once with GET and reads nothing of the answer. Follows no redirect. It needs no pool of
 * connections, so that a function which calls no service loads none: this file imports no client.
 *
 * @throws Error when no answer comes within the limit, or one with a status other than 2xx. Its message does not hold
 *   the address: whoever knows it can call it.
 */
export async function callAddress(address: string, limit: number = LIMIT): Promise<void> {
  const url = new URL(address);
  const send = url.protocol === 'https:' ? requestSecurely : requestPlain;
  const request = send(url, { agent: false, signal: AbortSignal.timeout(limit) });
  // Ending the connection with what is left of the answer may fail again.
  request.on('error', () => undefined);
  try {
    request.end();
    const [response]: IncomingMessage[] = await once(request, 'response');
    const statusCode = response?.statusCode ?? 0;
    if (statusCode < 200 || statusCode > 299)
      throw new AnswerError(`The answer has the status ${statusCode}`);
  } catch (cause) {
    if (cause instanceof AnswerError) throw cause;
    throw new AnswerError(`No answer: ${cause instanceof Error ? cause.name : 'unknown'}`);
  } finally {
    request.destroy();
  }
}

/** The call of an address failed. */
class AnswerError extends Error {
  override readonly name = 'AnswerError';
}
