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

it('where every answer fails the order, it ends with 1 and does not wait', async () => {
  const report = await once('{"status": "ok", "articles": [{]}');
  expect(report).toMatchObject({ code: 1, totals: { failed: 1 } });
  expect(report.watches).toMatchObject([{ status: 'failed', error: { name: 'BadShapeError' } }]);
});
