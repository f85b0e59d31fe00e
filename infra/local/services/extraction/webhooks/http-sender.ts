import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { SECOND } from '../../../../../shared/domain/time/instant.ts';
import { messageOf } from '../../kit/settings-file.ts';
import type { SendOutbound } from '../ports.ts';
import { isPublicAddress } from '../../../../watches-file/public-address.ts';

/** A receiver must have answered within this time (extraction service, what arrives at the receiver). */
const TIME_LIMIT = 5 * SECOND;
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
  const agent = new Agent({ connect: { lookup: publicOnly(allowLoopback) }, pipelining: 0 });
  return {
    async send({ url, method, headers, body }) {
      try {
        const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
        // Only names are looked up.
        if (isIP(host) !== 0 && !isReachable(host, allowLoopback)) return { failure: notPublic(host, host) };
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

function publicOnly(allowLoopback: boolean): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const hidden = addresses.find(({ address }) => !isReachable(address, allowLoopback));
      if (hidden) return done(new Error(notPublic(hostname, hidden.address)), []);
      const [first] = addresses;
      if (options.all) done(null, addresses);
      else done(first ? null : new Error(`${hostname} has no address`), first?.address ?? '', first?.family);
    });
  };
}

function isReachable(address: string, allowLoopback: boolean): boolean {
  if (allowLoopback && (address.startsWith('127.') || address === '::1')) return true;
  return isPublicAddress(address);
}

function notPublic(host: string, address: string): string {
  return `${host} leads to ${address}, which is no public address`;
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
