import { Agent, type IncomingMessage, request as requestPlain } from 'node:http';
import { Agent as SecureAgent, request as requestSecurely } from 'node:https';
import { SECOND } from '../../domain/time/instant.ts';
import { requestLimits } from './call-scope.ts';

/** The answer of a server, whatever its status. */
export interface Posted {
  status: number;
  text: string;
  /** Milliseconds since 1970, as the server says; NaN where it does not say. */
  date: number;
}

/** How long a server may take to answer a try. A read of 1 MB takes DynamoDB well under a second. */
const LONGEST = 10 * SECOND;
/** So many connections to a server. What waits for one of them waits outside of the time of its try. */
const SOCKETS = { keepAlive: true, maxSockets: 50 };

/**
 * Posts to one server over connections that it keeps. Each try has a time limit, ends before the deadline of the call that sends
 * it, and is not sent at all when the handler of that call has returned.
 */
export function openPosts(url: URL, longest = LONGEST) {
  const isSecure = url.protocol === 'https:';
  const agent = isSecure ? new SecureAgent(SOCKETS) : new Agent(SOCKETS);
  const send = isSecure ? requestSecurely : requestPlain;
  return async (headers: Readonly<Record<string, string>>, body: string): Promise<Posted> => {
    const limits = requestLimits();
    const time = Math.min(longest, limits?.left ?? longest);
    return new Promise((resolve, reject) => {
      const request = send(url, { agent, method: 'POST', headers });
      const end = (error: Error) => request.destroy(error);
      const onEnded = () => end(endOf(limits?.ended));
      let timer: NodeJS.Timeout | undefined;
      request.once('socket', () => {
        timer = setTimeout(() => end(new TimeoutError(`No answer within ${time} ms.`)), time);
      });
      limits?.ended.addEventListener('abort', onEnded, { once: true });
      const settle = () => {
        clearTimeout(timer);
        limits?.ended.removeEventListener('abort', onEnded);
      };
      request.once('close', settle);
      request.once('error', reject);
      request.once('response', (response) => {
        textOf(response).then((text) => {
          const { statusCode: status = 0, headers: answered } = response;
          resolve({ status, text, date: Date.parse(answered.date ?? '') });
        }, reject);
      });
      request.end(body);
    });
  };
}

/** No answer came in time. The command line knows it by its name, as it knows that of the SDK. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

function endOf(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new Error('The call has ended.');
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response) text += String(part);
  return text;
}
