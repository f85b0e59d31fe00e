import { Buffer, isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { BadFeed, type FeedAnswer, type FeedFailure, type Validators } from '../../domain/feeds/feed.ts';
import { defined } from '../../domain/lib/fields.ts';
import { DAY, type Instant, SECOND } from '../../domain/time/instant.ts';
import { type MayReach, needPublicHost, PrivateAddress } from '../http/public-address.ts';
import { ACCEPTED_ENCODINGS, BodyTooLarge, readBytes } from '../http/reader.ts';
import { serverWaitOf } from '../http/attempt.ts';
import { decodeDocument } from '../../domain/text/decode-document.ts';
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
  const wasAsked = validators.etag !== undefined || validators.lastModified !== undefined;
  return { ...factsOf(reply, polling.now()), ...contentOf(reply, { now: polling.now(), wasAsked }) };
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
  const target = location === undefined ? null : URL.parse(textOf(location), url.href);
  const packed = await readBytes(answer.body, { encoding: '', limit: BODY_LIMIT });
  const bytes = await unpacked(packed, headers['content-encoding'] ?? '');
  const isFollowed = target && /^https?:$/.test(target.protocol);
  return { status: answer.statusCode, headers, url: url.href, bytes, ...(isFollowed && { target }) };
}

/** A header as text: servers write UTF-8 into addresses, and the client reads each byte as a character. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

/** Decoders that show no mark in the bytes, by the name of their encoding. Some servers leave out the head of deflate. */
const UNMARKED: Readonly<Record<string, readonly Decoder[]>> = {
  br: [promisify(brotliDecompress)],
  deflate: [promisify(inflate), promisify(inflateRaw)],
};
type Decoder = (bytes: Buffer, options: { maxOutputLength: number; finishFlush?: number }) => Promise<Buffer>;
const gunzipped: Decoder = promisify(gunzip);
/** More often no server packs an answer. */
const MOST_UNPACKED = 3;

/**
 * A body without its packing. What the bytes show counts, and not what a header says: gzip is unpacked wherever it is,
 * as in `.xml.gz`; other encodings if the body is in them. What is cut is unpacked up to there.
 */
async function unpacked(body: Buffer, encoding: string): Promise<Buffer> {
  let bytes = await withoutGzip(body);
  for (const name of encoding
    .toLowerCase()
    .split(/[\s,]+/)
    .toReversed()) {
    for (const decode of UNMARKED[name] ?? []) {
      const plain = await decoded(bytes, decode);
      if (!plain) continue;
      bytes = await withoutGzip(plain);
      break;
    }
  }
  return bytes;
}

async function withoutGzip(bytes: Buffer): Promise<Buffer> {
  let plain = bytes;
  for (let times = 0; times < MOST_UNPACKED && plain[0] === 0x1f && plain[1] === 0x8b; times += 1)
    plain = (await decoded(plain, gunzipped)) ?? plain;
  return plain;
}

async function decoded(bytes: Buffer, decode: Decoder): Promise<Buffer | undefined> {
  try {
    const plain = await decode(bytes, { maxOutputLength: BODY_LIMIT, finishFlush: constants.Z_SYNC_FLUSH });
    return plain.length === 0 ? undefined : plain;
  } catch (error) {
    if (error instanceof RangeError) throw new BodyTooLarge();
    return undefined;
  }
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

/** @param wasAsked whether the server was asked to say that nothing has changed. */
function contentOf(reply: Reply, { now, wasAsked }: { now: Instant; wasAsked: boolean }): FeedAnswer {
  const { status, headers, url, bytes } = reply;
  if (status === 304 && wasAsked) return { status: 'unchanged' };
  if (status === 304) {
    const text = 'The server says that nothing has changed, though it has not given the feed (304).';
    return { status: 'failed', failure: 'server-error', text };
  }
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
