import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FeedAnswer, FeedDocument } from '../../../../shared/domain/feeds/feed.ts';
import { SECOND, type Instant } from '../../../../shared/domain/time/instant.ts';
import { FEED_LIMIT, fetchFeed } from '../../../../shared/providers/feeds/fetch-feed.ts';
import { publicAgent } from '../../../../shared/providers/http/public-address.ts';
import { answerOf, type WorldFeed } from './feed-world.ts';

/**
 * Serves the feeds of a world over HTTP, each on a host of its own, and polls them as the function does: with
 * conditional requests, 304, 429 and 503, Retry-After, Cache-Control, and a permanent redirect for a feed that has
 * moved.
 */
export async function openFeedServer(feeds: readonly WorldFeed[], now: () => Instant) {
  const hostOf = (feed: WorldFeed) => `127.0.0.${feeds.indexOf(feed) + 2}`;
  const server = createServer((request, response) => {
    const feed = feeds.find((one) => request.headers.host?.split(':')[0] === hostOf(one));
    if (!feed) return void response.writeHead(404).end();
    const { movedTo } = feed.facts ?? {};
    if (movedTo !== undefined && request.url === '/rss')
      return void response.writeHead(301, { location: '/moved' }).end();
    const etag = request.headers['if-none-match'];
    const validators = etag === undefined ? undefined : { etag };
    send(answerOf(feed, { validators, now: now() }), response);
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const mayReach = (address: string) => address.startsWith('127.');
  const agent = publicAgent({ mayReach, connections: 1, limit: FEED_LIMIT });
  return {
    async poll(feed: WorldFeed, validators: Parameters<typeof answerOf>[1]['validators']) {
      const answer = await fetchFeed(`http://${hostOf(feed)}:${port}/rss`, {
        agent,
        mayReach,
        userAgent: 'test',
        now,
        ...(validators && { validators }),
      });
      // The world knows the address to which it moved by another name.
      return answer.movedTo === undefined ? answer : { ...answer, movedTo: feed.facts?.movedTo ?? '' };
    },
    async close() {
      await agent.close();
      server.close();
    },
  };
}

function send(answer: FeedAnswer, response: ServerResponse): void {
  if (answer.freshFor !== undefined)
    response.setHeader('cache-control', `max-age=${answer.freshFor / SECOND}`);
  if (answer.status === 'unchanged') return void response.writeHead(304).end();
  if (answer.status === 'failed') {
    if (answer.retryAfter !== undefined)
      response.setHeader('retry-after', String(answer.retryAfter / SECOND));
    return void response.writeHead(answer.failure === 'busy' ? 429 : 503).end();
  }
  if (answer.validators.etag !== undefined) response.setHeader('etag', answer.validators.etag);
  response.setHeader('content-type', 'application/rss+xml');
  response.end(rssOf(answer.document));
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function rssOf({ title, hints: { skipHours = [], skipDays = [] }, items }: FeedDocument): string {
  const skips = [
    `<skipHours>${skipHours.map((hour) => `<hour>${hour}</hour>`).join('')}</skipHours>`,
    `<skipDays>${skipDays.map((day) => `<day>${DAYS[day]}</day>`).join('')}</skipDays>`,
  ];
  const entries = items.map(
    ({ id = '', link = '', title: own, snippet, publishedAt = 0 }) =>
      `<item><title>${own}</title><link>${link}</link><guid isPermaLink="false">${id}</guid><pubDate>${new Date(publishedAt).toUTCString()}</pubDate><description>${snippet}</description></item>`,
  );
  return `<rss version="2.0"><channel><title>${title}</title>${skips.join('')}${entries.join('')}</channel></rss>`;
}
