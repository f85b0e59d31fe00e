import { expect, it, onTestFinished } from 'vitest';
import { isoOf } from '../../shared/domain/time/instant.ts';
import { corpusLines, openJourney, startOnce, watchesFile } from './start-once.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

/** An article that was published `hours` after noon. */
function article(hours: number) {
  const at = isoOf(NOON + hours * HOUR)
    .slice(0, 19)
    .replace('T', ' ');
  return {
    id: `article-${hours}`,
    title: `Acme Corp opens factory number ${hours + 1}`,
    link: `https://news.example/${hours}`,
    domain_url: 'news.example',
    content: `Acme Corp opens factory number ${hours + 1}.`,
    language: 'en',
    rank: 100,
    published_date: at,
    parse_date: at,
  };
}

it.each([
  ['a day ahead for one start', 24],
  ['three hours ahead for one start', 3],
  ['three hours behind for one start', -3],
])('a clock that was %s loses no article and sends none twice', async (_name, step) => {
  const journey = await openJourney();
  onTestFinished(() => journey.close());
  const watches = await journey.write('watches.yaml', watchesFile({ acme: { query: { q: '"Acme Corp"' } } }));
  const startAt = async (hours: number, published: readonly number[]) => {
    const corpus = await journey.write('corpus.ndjson', corpusLines(published.map(article)));
    const now = isoOf(NOON + hours * HOUR);
    return startOnce(['--data', journey.data, '--watches', watches, '--corpus', corpus, '--now', now]);
  };
  const starts = [
    await startAt(0.5, [-1, 0]),
    await startAt(0.5 + step, [-1, 0]),
    await startAt(1.5, [-1, 0, 1]),
    await startAt(2.5, [-1, 0, 1, 2]),
  ];
  const alerts = starts
    .flatMap(({ deliveries }) => deliveries.map(({ subject }) => subject))
    .filter((subject) => subject.includes('factory number'));
  expect(alerts).toHaveLength(4);
  expect(new Set(alerts).size).toBe(4);
});
