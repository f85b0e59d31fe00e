import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, wireTimeOf } from '../../shared/domain/time/instant.ts';
import { createNewsClient } from '../../shared/providers/news/create-news-client.ts';
import { newsSource } from '../../shared/providers/news/kinds.ts';
import { aWatch, NOON } from '../ports/examples.ts';
import { workbench } from '../shared/use-cases/bench.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A news service that answers as the test says. */
async function scriptedService(script: { answer: Answer }): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => script.answer(response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const articles = Array.from({ length: 3 }, (_, n) => ({
  id: `a${n}`,
  title: `Acme report ${n}`,
  link: `https://news.example/${n}`,
  parse_date: wireTimeOf(NOON - (n + 1) * MINUTE),
}));
const page = { status: 'ok', total_hits: 3, page: 1, total_pages: 1, page_size: 1_000, articles };

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** A bench whose runs ask a news service that answers as the test says. */
async function benchOver(script: { answer: Answer }) {
  const baseUrl = await scriptedService(script);
  const bench = await workbench({ watches: [aWatch()] });
  const client = createNewsClient({ baseUrl, key: 'my-secret-key', clock: bench.clock, random: () => 0.5 });
  closers.unshift(() => client.close());
  bench.ports.source = { ...bench.source, ...newsSource(client, bench.clock) };
  return bench;
}

describe('a count above what the service gives', () => {
  it('keeps what came and the window open, and is an incident when it repeats', async () => {
    const script = { answer: json(200, { ...page, articles: articles.slice(0, 2) }) };
    const bench = await benchOver(script);
    const first = await bench.run();
    expect(first).toMatchObject({ status: 'failed', calls: 1, new: 2, error: { name: 'BadShapeError' } });
    expect(first.error).not.toHaveProperty('incident');
    const [open] = await bench.store.windows.open(NOON + 2 * HOUR, 10);
    expect(open).toMatchObject({ retryAt: NOON + MINUTE });
    bench.clock.at += MINUTE;
    await bench.run();
    bench.clock.at += MINUTE;
    expect(await bench.run()).toMatchObject({ new: 0, error: { incident: 'failing' } });
    script.answer = json(200, page);
    expect(await bench.run()).toMatchObject({ status: 'done', new: 1 });
    expect(await bench.store.incidents.open()).toEqual([]);
  });

  it('of 10,000 for 3 articles costs a call for each page until one is empty', async () => {
    const lie = { ...page, total_hits: 10_000, total_pages: 10 };
    const script: { answer: Answer } = {
      answer: (response, request) => {
        const items = calls === 0 ? articles : [];
        calls += 1;
        json(200, { ...lie, articles: items })(response, request);
      },
    };
    let calls = 0;
    const bench = await benchOver(script);
    expect(await bench.run()).toMatchObject({ status: 'failed', calls: 2, new: 3 });
  });
});
