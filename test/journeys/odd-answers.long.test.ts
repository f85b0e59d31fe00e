import { afterEach, beforeEach, expect, it } from 'vitest';
import { scriptedServer } from '../shared/providers/scripted-server.ts';
import { openJourney, startOnce, watchesFile } from './start-once.ts';

// A news service on the network that sends what nobody expects, and a start with --once.

let journey: Awaited<ReturnType<typeof openJourney>>;
beforeEach(async () => {
  journey = await openJourney();
});
afterEach(() => journey.close());

async function once(body: string) {
  const server = await scriptedServer({ headers: { 'content-type': 'application/json' }, body });
  const watch = { query: { q: 'Acme', ranked_only: false }, lookback: '6h' };
  const file = await journey.write('watches.yaml', watchesFile({ acme: watch }));
  // Without a corpus the service on this machine, which nobody asks, would write its two weeks of news.
  const corpus = await journey.write('corpus.ndjson', '');
  const options = ['--watches', file, '--data', journey.data, '--news-url', server.url, '--corpus', corpus];
  return startOnce(options, { ...process.env, NEWS_API_KEY: 'a-key' });
}

it('one odd article of an answer is quarantined and reported, the others are sent, and the exit code is 0', async () => {
  const at = new Date(Date.now() - 3_600_000).toISOString().replace('T', ' ').slice(0, 19);
  const article = (id: unknown, more: object = {}) => ({
    id,
    title: `Acme opens plant ${String(id)}`,
    link: `https://outlet.example/${String(id)}`,
    domain_url: 'outlet.example',
    published_date: at,
    parse_date: at,
    language: 'en',
    content: 'Acme opens a plant.',
    ...more,
  });
  const odd = [article({}, { title: null }), article('a2', { title: null, rank: 'RANK', nlp: [] })];
  const articles = [article('a1'), ...odd, article('a3')];
  const answer = { status: 'ok', total_hits: 4, page: 1, total_pages: 1, page_size: 100, articles };
  const report = await once(JSON.stringify(answer).replace('"RANK"', '1e300'));
  expect(report).toMatchObject({
    code: 0,
    watches: [{ status: 'done', new: 3, quarantined: 1 }],
    totals: { failed: 0, dead: 0, quarantined: 1 },
  });
  const subjects = report.deliveries.map(({ channel, status, subject }) => `${channel} ${status} ${subject}`);
  expect(subjects.toSorted()).toEqual([
    'all accepted (no title, a2)',
    'all accepted Acme opens plant a1',
    'all accepted Acme opens plant a3',
    'operators accepted Bellwether: An item is quarantined',
  ]);
});

it('where every answer fails the order, it ends with 1 and does not wait', async () => {
  const report = await once('{"status": "ok", "articles": [{]}');
  expect(report).toMatchObject({ code: 1, totals: { failed: 1 } });
  expect(report.watches).toMatchObject([{ status: 'failed', error: { name: 'BadShapeError' } }]);
});
