import { describe, expect, it } from 'vitest';
import { ThrottledError } from '../../../../shared/domain/lib/errors.ts';
import { HOUR, isoOf, MINUTE, type Window } from '../../../../shared/domain/time/instant.ts';
import { errorOf } from '../http/client-under-test.ts';
import { type Line, scriptedServer } from '../scripted-server.ts';
import { articleOf, envelopeOf, newsClient, NOTHING } from './news-fixtures.ts';

async function all<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of iterable) items.push(item);
  return items;
}

describe('the pages of a search', () => {
  it('are asked for one after the other over a fixed period; an article is given once', async () => {
    const page = (ids: string[], n: number) =>
      envelopeOf(
        ids.map((id) => articleOf(id)),
        { page: n, total_pages: 3, total_hits: 5, page_size: 2 },
      );
    const server = await scriptedServer(
      { json: page(['a', 'b'], 1) },
      { json: page(['b', 'c'], 2) },
      { json: page(['d'], 3) },
    );
    const { client } = newsClient(server.url);
    const request = { q: 'acme', from_: '2 day ago', page_size: 2 };
    const pages = await all(client.articlePages({ path: 'search', request }));
    expect(pages.map(({ articles }) => articles.map(({ id }) => id))).toEqual([['a', 'b'], ['c'], ['d']]);
    for (const n of [0, 1, 2]) {
      expect(server.sent(n)).toEqual({
        q: 'acme',
        from_: '2026-11-19T08:00:00',
        to_: '2026-11-21T08:00:00',
        page: n + 1,
        page_size: 2,
      });
    }
  });

  it('are one page when nothing is found', async () => {
    const server = await scriptedServer({ json: NOTHING });
    const { client } = newsClient(server.url);
    const pages = await all(client.articlePages({ path: 'authors', request: { author_name: 'Jane Doe' } }));
    expect(pages).toMatchObject([{ total_hits: 0, articles: [] }]);
  });

  it('never reach beyond the cap, at the size the service took', async () => {
    const more = { total_hits: 10_000, total_pages: 40, page_size: 500 };
    const server = await scriptedServer({ json: envelopeOf([articleOf('a')], more) });
    const { client } = newsClient(server.url);
    await all(client.articlePages({ path: 'latest_headlines', request: {} }));
    expect(server.arrivals).toHaveLength(20);
    expect(server.sent(19)).toEqual({ page: 20, page_size: 1000 });
  });

  it('end with the error of a call, after what was found', async () => {
    const first = envelopeOf([articleOf('a')], { total_pages: 2 });
    const server = await scriptedServer({ json: first }, { status: 429, headers: { 'retry-after': '60' } });
    const { client } = newsClient(server.url);
    const found: string[] = [];
    const reading = async () => {
      for await (const page of client.articlePages({ path: 'search', request: { q: 'acme' } })) {
        found.push(...page.articles.map(({ id }) => id));
      }
    };
    expect(await errorOf(reading())).toBeInstanceOf(ThrottledError);
    expect(found).toEqual(['a']);
  });

  it('keep the deadline and the counting of calls of their caller', async () => {
    const server = await scriptedServer({ json: envelopeOf([articleOf('a')], { total_pages: 3 }) });
    const { client, clock } = newsClient(server.url);
    let calls = 0;
    const observe = () => void (calls += 1);
    const pages = client.articlePages(
      { path: 'search', request: { q: 'a' } },
      { observe, deadline: clock.now() + 5000 },
    );
    await pages.next();
    await pages.next();
    await clock.sleep(6000);
    expect(await errorOf(pages.next())).toMatchObject({ timedOut: true });
    expect(calls).toBe(2);
  });
});

describe('the slices of a span', () => {
  const start = Date.parse('2026-11-20T00:00:00Z');
  const window: Window = { from: start, to: start + 4 * HOUR };
  const spanOf = ({ from, to }: Window) => `${isoOf(from).slice(11, 16)}-${isoOf(to).slice(11, 16)}`;

  /** A service with an article each minute, of which it counts `cap` at most, one thousand times as many. */
  const minutely =
    (heavy: (minutes: number) => number): Line =>
    ({ body }, response) => {
      const { from_, to_, page } = JSON.parse(body);
      const from = Date.parse(`${from_}Z`);
      const minutes = (Date.parse(`${to_}Z`) - from) / MINUTE;
      const ids = Array.from({ length: minutes + 1 }, (_, n) => isoOf(from + n * MINUTE));
      const articles = ids.slice((page - 1) * 100, page * 100).map((id) => articleOf(id));
      const total_hits = Math.min(heavy(minutes), 10_000);
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(envelopeOf(articles, { page, total_hits, total_pages: Math.ceil(ids.length / 100) })),
      );
    };

  async function read(line: Line) {
    const server = await scriptedServer(line);
    const { client } = newsClient(server.url);
    const slices: { span: string; cut: boolean }[] = [];
    const ids: string[] = [];
    for await (const slice of client.articleSlices({ path: 'search', request: { q: '*' }, window })) {
      slices.push({ span: spanOf(slice.window), cut: slice.cut });
      for await (const page of slice.pages) ids.push(...page.articles.map(({ id }) => id));
    }
    return { slices, ids, server };
  }

  it('are one when all fits', async () => {
    const { slices, ids } = await read(minutely(() => 241));
    expect(slices).toEqual([{ span: '00:00-04:00', cut: false }]);
    expect(ids).toHaveLength(241);
  });

  it('are halved until each fits, oldest first, and share no article', async () => {
    const { slices, ids } = await read(minutely((minutes) => minutes * 100));
    expect(slices.map(({ span }) => span)).toEqual([
      '00:00-01:00',
      '01:00-02:00',
      '02:00-03:00',
      '03:00-04:00',
    ]);
    expect(slices.some(({ cut }) => cut)).toBe(false);
    expect(ids).toHaveLength(241);
    expect(new Set(ids).size).toBe(241);
    expect(ids).toEqual(ids.toSorted());
  });

  it('are marked where even the shortest holds too much', async () => {
    const { slices } = await read(minutely((minutes) => (minutes <= 1 ? 10_000 : 20_000)));
    expect(slices).toHaveLength(256);
    expect(slices.every(({ cut }) => cut)).toBe(true);
  });

  it('are halved when the service runs out of time', async () => {
    const light = minutely(() => 10);
    const { slices, ids } = await read((arrival, response) => {
      const { from_, to_ } = JSON.parse(arrival.body);
      if (Date.parse(to_) - Date.parse(from_) <= 2 * HOUR && typeof light === 'function')
        return light(arrival, response);
      response.writeHead(408).end();
    });
    expect(slices.map(({ span }) => span)).toEqual(['00:00-02:00', '02:00-04:00']);
    expect(ids).toHaveLength(241);
  });

  it('that fail otherwise end the iteration', async () => {
    expect(await errorOf(read({ status: 422, json: { message: 'bad q' } }))).toMatchObject({
      refusal: 'request',
    });
  });

  it('of more than 30 days begin with 30 days each', async () => {
    const server = await scriptedServer({ json: NOTHING });
    const { client } = newsClient(server.url);
    const long = { from: start, to: start + 70 * 24 * HOUR };
    const search = { path: 'search_by_link', request: { links: 'a.example' }, window: long } as const;
    expect(await all(client.articleSlices(search))).toHaveLength(3);
    expect(server.sent(1)).toMatchObject({ from_: '2026-12-20T00:00:00', to_: '2027-01-19T00:00:00' });
  });
});
