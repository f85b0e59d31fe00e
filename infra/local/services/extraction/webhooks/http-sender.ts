import { request } from 'undici';
import { publicAgent } from '../../../../../shared/providers/http/public/public-agent.ts';
import { needPublicHost } from '../../../../../shared/providers/http/public/public-lookup.ts';
import { SECOND } from '../../../../../shared/domain/time/instant.ts';
import { messageOf } from '../../kit/settings-file.ts';
import type { SendOutbound } from '../ports.ts';

/** A receiver must have answered within this time (extraction service, what arrives at the receiver). */
const TIME_LIMIT = 5 * SECOND;
/** The addresses of this machine. */
const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';
/** So much of an answer is kept, in characters. */
const KEPT_ANSWER = 1_000;

/**
 * A sender over HTTP. A name is looked up once for each connection, and a private address behind it is refused there, so
 * that no name can lead inside. An address in place of a name is checked before each request. With `allowLoopback` this machine may be reached. Redirects are not followed.
 */
export function createHttpSender({ allowLoopback }: { allowLoopback: boolean }): {
  send: SendOutbound;
  close: () => Promise<void>;
} {
  const mayReach = allowLoopback ? isLoopback : () => false;
  const agent = publicAgent({ mayReach });
  return {
    async send({ url, method, headers, body }) {
      try {
        needPublicHost(new URL(url), mayReach);
        const signal = AbortSignal.timeout(TIME_LIMIT);
        const answer = await request(url, { method, headers, body: body ?? null, dispatcher: agent, signal });
        return { status: answer.statusCode, body: await startOf(answer.body) };
      } catch (error) {
        return { failure: messageOf(error) };
      }
    },
    close: () => agent.close(),
  };
}

async function startOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= KEPT_ANSWER) break;
  }
  return text.slice(0, KEPT_ANSWER);
}
