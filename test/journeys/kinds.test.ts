import { expect, it } from 'vitest';
import { wireTimeOf } from '../../shared/domain/time/instant.ts';
import { breachesBefore } from './breaches.ts';
import { corpusLines, openJourney, startOnce, watchesFile } from './start-once.ts';

// Every kind that runs by windows, through the whole stack: file, schedule, queues of both services, functions, store.

const NOW = Date.parse('2026-11-21T08:00:00Z');
const HOUR = 3_600_000;

const article = (n: number, more: object = {}) => ({
  id: `article-${n}`,
  title: `Acme opens plant ${n}`,
  content: `Acme says that plant number ${n} is open. See https://acme.example/${n} for more.`,
  link: `https://outlet.example/${n}`,
  domain_url: 'outlet.example',
  rank: 10,
  language: 'en',
  published_date: wireTimeOf(NOW - n * HOUR),
  all_links: [`https://acme.example/${n}`],
  all_domain_links: ['acme.example'],
  ...more,
});

const layoff = (n: number) => ({
  id: `layoff-${n}`,
  event_type: 'layoff',
  associated_article_ids: ['article-1'],
  extraction_date: wireTimeOf(NOW - 30 * n * HOUR),
  event_date: wireTimeOf(NOW - 40 * n * HOUR),
  company_name: 'Acme',
  layoff: { summary: `Acme lays off ${n}0 people.`, number_of_people_laid_off: n * 10 },
});

const BREACHES = breachesBefore(NOW);

it('watches of every kind find what there is, and one that counts finds its numbers', {
  timeout: 90_000,
}, async () => {
  const journey = await openJourney();
  try {
    const file = await journey.write(
      'watches.yaml',
      watchesFile({
        found: { query: { q: 'acme' } },
        top: { kind: 'headlines', query: {} },
        breaks: { kind: 'breaking', query: {} },
        linked: { kind: 'links', query: { links: ['acme.example'] } },
        alike: { kind: 'similar', query: { q: 'acme' } },
        numbers: { kind: 'volume', query: { q: 'acme' }, alert: { channel: 'all' } },
        cuts: { kind: 'events', query: { event_type: 'layoff' }, lookback: '7d' },
        asked: { kind: 'extraction', query: { query: 'Data breaches at retailers', limit: 10 } },
      }),
    );
    const lines = [...[1, 2, 3, 30].map((n) => article(n)), ...[1, 2, 3].map(layoff), ...BREACHES];
    const corpus = await journey.write('corpus.ndjson', corpusLines(lines));
    const at = ['--now', new Date(NOW).toISOString(), '--fresh', '--data', journey.data];
    const report = await startOnce(['--watches', file, '--corpus', corpus, ...at]);
    expect(report.code).toBe(0);
    const seen = Object.fromEntries(
      report.watches.map(({ id, matched, new: fresh }) => [id, [matched, fresh]]),
    );
    expect(seen).toEqual({
      found: [3, 3],
      top: [3, 3],
      breaks: [3, 3],
      linked: [3, 3],
      alike: [3, 3],
      numbers: [4, 0], // whole UTC days: the article of 30 hours ago is counted too
      cuts: [3, 3],
      asked: [2, 2], // parts that were taken before are not counted again
    });
    const notified = report.deliveries.map(({ body }) => body).join();
    expect(notified).toContain('Acme lays off 20 people.');
    expect(notified).toContain('Supermarket chain Globex confirms data breach');
  } finally {
    await journey.close();
  }
});
