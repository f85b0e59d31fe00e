import { expect, it } from 'vitest';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { writeReport } from '../../shared/use-cases/reports/write-report.ts';
import { anArticle, LIMITS, PERIOD, PLAN, reportPorts, stored } from '../shared/use-cases/report-bench.ts';
import type { ReportNumbers } from '../../shared/domain/reports/report-numbers.ts';

const TAKEOVER = 'Initech to take over Acme Corp for $4 billion';

/** An article of an outlet, in a story. */
function inStory(story: string, n: number, changes: Parameters<typeof anArticle>[1] = {}): StoredFinding {
  const outlet = { domain: `outlet-${n}.example`, name: `Outlet ${n}`, rank: 5_000 - n };
  return { ...anArticle(n, { outlet, snippet: '', ...changes }), story };
}

it('a takeover in 60 outlets is the first story, whichever watch has found which part of it', async () => {
  const title = TAKEOVER;
  const takeover = [
    ...Array.from({ length: 40 }, (_, n) => inStory('story-a', n, { title })),
    // The other watch of the brand has found one article of these as well.
    ...Array.from({ length: 21 }, (_, n) => inStory('story-a', 39 + n, { title, watchId: 'acme-trouble' })),
  ];
  const others = Array.from({ length: 45 }, (_, n) =>
    inStory('story-b', 100 + n, { title: 'Acme opens a plant' }),
  );
  const told = { snippet: `${TAKEOVER}. The boards of both firms agreed on Monday. Shares rose.` };
  const store = await stored([
    ...takeover,
    ...others,
    inStory('story-a', 300, { title, daysAgo: 2, ...told }),
  ]);
  const { ports, files } = reportPorts(store);
  await writeReport({ plan: PLAN, period: PERIOD, notify: false }, ports, LIMITS);
  const bodyOf = (ending: string) => [...files].find(([name]) => name.endsWith(ending))![1].body;
  const { topStories, stories } = JSON.parse(bodyOf('json')) as ReportNumbers;
  expect(stories.now).toBe(2);
  expect(topStories.map(({ first, articles, outlets }) => [first.title, articles, outlets])).toEqual([
    [TAKEOVER, 61, 61],
    ['Acme opens a plant', 45, 45],
  ]);
  const sentence = `61 outlets reported the largest of 2 stories: “${TAKEOVER}”, 58% of all articles.`;
  for (const ending of ['html', 'txt']) {
    expect(bodyOf(ending)).toContain(sentence);
    expect(bodyOf(ending)).toContain('“The boards of both firms agreed on Monday. Shares rose.”');
  }
  expect(bodyOf('txt')).toMatch(/61 articles in 61 outlets .*\nMost read in Outlet 300 \(rank 4,700\)/);
});
