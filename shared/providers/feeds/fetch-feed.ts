import type { Dispatcher } from 'undici';
import { BadFeed, type FeedAnswer, type FeedFailure, type Validators } from '../../domain/feeds/feed.ts';
import { defined } from '../../domain/lib/fields.ts';
import { DAY, type Instant, SECOND } from '../../domain/time/instant.ts';
import { type MayReach, needPublicHost, PrivateAddress } from '../http/public-address.ts';
import { ACCEPTED_ENCODINGS, BodyTooLarge, readBytes } from '../http/reader.ts';
import { serverWaitOf } from '../http/attempt.ts';
import { parseFeed } from './parse-feed.ts';

/** The most that a poll of a feed takes, redirects and body included, in milliseconds. */
export const FEED_LIMIT = 10 * SECOND;
/** The largest feed, unpacked, in bytes. */
const BODY_LIMIT = 10_000_000;
const MOST_REDIRECTS = 5;
const ACCEPT =
  'application/feed+json, application/atom+xml, application/rss+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';

/** How feeds are polled. */
export interface FeedPolling {
  /** Connections to public addresses alone. */
  agent: Dispatcher;
  mayReach?: MayReach;
  /** Names this program and how to reach whoever runs it. */
  userAgent: string;
  now: () => Instant;
  /** Milliseconds; shorter in tests. */
  limit?: number;
}

interface Reply {
  status: number;
  headers: Readonly<Record<string, string>>;
  url: string;
  bytes: Buffer;
  movedTo?: string;
}

/**
 * Polls a feed once: a conditional request, redirects, limits of size and time. Never throws for what a server does:
 * the answer says what it was.
 */
export async function fetchFeed(
  address: string,
  { validators = {}, ...polling }: FeedPolling & { validators?: Validators },
): Promise<FeedAnswer> {
  const timeUp = AbortSignal.timeout(polling.limit ?? FEED_LIMIT);
  let reply: Reply;
  try {
    reply = await followed(address, { polling, validators, signal: timeUp });
  } catch (error) {
    return failureOf(error, timeUp.aborted);
  }
  return { ...factsOf(reply, polling.now()), ...contentOf(reply, polling.now()) };
}

/** A page as text, with its address after redirects. Undefined where it cannot be read. */
export async function fetchText(
  address: string,
  polling: FeedPolling,
): Promise<{ url: string; text: string } | undefined> {
  const signal = AbortSignal.timeout(polling.limit ?? FEED_LIMIT);
  try {
    const { status, headers, url, bytes } = await followed(address, { polling, validators: {}, signal });
    if (status < 200 || status >= 300) return undefined;
    return { url, text: decodeDocument(bytes, headers['content-type']) };
  } catch {
    // Whatever the server did, there is no page to read.
    return undefined;
  }
}

interface Asking {
  polling: FeedPolling;
  validators: Validators;
  signal: AbortSignal;
}

/** A redirect is followed by a request of its own, so that its address is checked as well. */
async function followed(address: string, asking: Asking): Promise<Reply> {
  let url = new URL(address);
  let isPermanent = true;
  let movedTo: string | undefined;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const { target, ...reply } = await ask(url, asking);
    if (target === undefined) return { ...reply, ...(movedTo !== undefined && { movedTo }) };
    isPermanent &&= reply.status === 301 || reply.status === 308;
    url = target;
    if (isPermanent) movedTo = url.href;
  }
  throw new TooManyRedirects(`It redirects more than ${MOST_REDIRECTS} times.`);
}

class TooManyRedirects extends Error {
  override readonly name = 'TooManyRedirects';
}

async function ask(
  url: URL,
  { polling: { agent, mayReach, userAgent }, validators, signal }: Asking,
): Promise<Reply & { target?: URL }> {
  needPublicHost(url, mayReach);
  const answer = await agent.request({
    method: 'GET',
    origin: url.origin,
    path: url.pathname + url.search,
    signal,
    headers: defined({
      accept: ACCEPT,
      'accept-encoding': ACCEPTED_ENCODINGS,
      'user-agent': userAgent,
      'if-none-match': validators.etag,
      'if-modified-since': validators.lastModified,
    }),
  });
  const headers = plainHeaders(answer.headers);
  const location = answer.statusCode >= 300 && answer.statusCode < 400 ? headers['location'] : undefined;
  const target = location === undefined ? null : URL.parse(location, url.href);
  const encoding = headers['content-encoding'] ?? '';
  const bytes = await readBytes(answer.body, { encoding, limit: BODY_LIMIT });
  const isFollowed = target && /^https?:$/.test(target.protocol);
  return { status: answer.statusCode, headers, url: url.href, bytes, ...(isFollowed && { target }) };
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const plain = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return Object.fromEntries(plain);
}

function factsOf(
  { headers, movedTo }: Reply,
  now: Instant,
): Pick<FeedAnswer, 'movedTo' | 'freshFor' | 'retryAfter'> {
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(headers['cache-control'] ?? '')?.[1];
  const freshFor = age === undefined ? undefined : Math.min(Number(age) * SECOND, DAY);
  return defined({
    movedTo,
    freshFor: freshFor === 0 ? undefined : freshFor,
    retryAfter: headers['retry-after'] === undefined ? undefined : serverWaitOf(headers, now, DAY),
  });
}

/** Statuses that say why there is no feed. Others of the same hundred are read as 400 and 500. */
const FAILURES: Readonly<Record<number, readonly [FeedFailure, string]>> = {
  401: ['refused', 'The server asks for a login'],
  403: ['refused', 'The server refuses this program'],
  404: ['missing', 'There is no such page'],
  410: ['gone', 'The feed has ended'],
  429: ['busy', 'The server gets too many requests'],
  503: ['busy', 'The server is busy'],
};

function contentOf(reply: Reply, now: Instant): FeedAnswer {
  const { status, headers, url, bytes } = reply;
  if (status === 304) return { status: 'unchanged' };
  if (status < 200 || status >= 300) {
    const [failure, text] = FAILURES[status] ?? [
      status >= 500 ? 'server-error' : 'refused',
      status >= 500 ? 'The server failed' : 'The server refuses the request',
    ];
    return { status: 'failed', failure, text: `${text} (${status}).` };
  }
  try {
    const document = parseFeed(decodeDocument(bytes, headers['content-type']), { url, now });
    const validators = defined<Validators>({
      etag: headers['etag'],
      lastModified: headers['last-modified'],
    });
    return { status: 'read', document, validators };
  } catch (error) {
    if (!(error instanceof BadFeed)) throw error;
    return { status: 'failed', failure: 'not-a-feed', text: error.message };
  }
}

function failureOf(error: unknown, isLate: boolean): FeedAnswer {
  const because = (failure: FeedFailure, text: string): FeedAnswer => ({ status: 'failed', failure, text });
  if (isLate) return because('too-slow', 'The server did not answer in time.');
  if (error instanceof PrivateAddress) return because('private-address', `${error.message}.`);
  if (error instanceof BodyTooLarge)
    return because('too-large', `The feed is larger than ${BODY_LIMIT / 1_000_000} MB.`);
  if (error instanceof TooManyRedirects) return because('too-many-redirects', error.message);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return because(
    'unreachable',
    `The server cannot be reached${typeof code === 'string' ? ` (${code})` : ''}.`,
  );
}

/** How much of a document is searched for the name of its encoding. */
const HEAD = 1_024;

/** Byte order marks and their encodings, the longest first. */
const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/** The beginning of `<?xml` in two bytes a character, without a mark. */
const WIDE: typeof MARKS = [
  [[0x00, 0x3c, 0x00, 0x3f], 'utf-16be'],
  [[0x3c, 0x00, 0x3f, 0x00], 'utf-16le'],
];

/**
 * The text of a document. Its encoding is that of its byte order mark, else the one of the header, else the one in
 * the document, else UTF-8; a name that nobody knows is passed over. A document that is not UTF-8, though nothing
 * says so, is windows-1252.
 *
 * @param contentType the header of the answer.
 */
export function decodeDocument(bytes: Uint8Array, contentType = ''): string {
  const marked = [...MARKS, ...WIDE].find(([mark]) => mark.every((byte, n) => bytes[n] === byte))?.[1];
  const named = marked ?? charsetIn(contentType) ?? declaredIn(bytes);
  if (named !== undefined && named !== 'utf-8') return new TextDecoder(named).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(looksLikeUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
  }
}

/**
 * A few wrong bytes in a text with many right sequences are damage; without any sequence the text has another
 * encoding.
 */
function looksLikeUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrong = text.split('\ufffd').length - 1;
  // oxlint-disable-next-line no-control-regex -- every character beyond ASCII counts.
  const right = (text.match(/[^\u0000-\u007f\ufffd]/gu) ?? []).length;
  return right > wrong;
}

function charsetIn(contentType: string): string | undefined {
  return known(/charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1]);
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD));
  return known(/^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w:.-]+)["']/i.exec(head)?.[1]);
}

/** The encoding that a name means, as browsers read it: `iso-8859-1` is windows-1252. */
function known(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
