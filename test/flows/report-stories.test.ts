import { expect, it } from 'vitest';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { writeReport } from '../../shared/use-cases/reports/write-report.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { aStoryAlert, aWatch, NOON } from '../ports/examples.ts';
import { anArticle, LIMITS, PERIOD, PLAN, reportPorts, stored } from '../shared/use-cases/report-bench.ts';
import type { ReportNumbers } from '../../shared/domain/reports/report-numbers.ts';

/** An article of an outlet, in a story. */
function inStory(story: string, n: number, changes: Parameters<typeof anArticle>[1] = {}): StoredFinding {
  const outlet = { domain: `outlet-${n}.example`, name: `Outlet ${n}`, rank: 5_000 - n };
  return { ...anArticle(n, { outlet, snippet: '', ...changes }), story };
}

it('a story with a critical alert is in the summary and with the stories that are shown, however small', async () => {
  const stories = Array.from({ length: 20 }, (_, n) =>
    Array.from({ length: 21 - n }, (_, m) =>
      inStory(`story-${n}`, 100 * n + m, { title: `Acme subject ${n}` }),
    ),
  );
  const store = await stored(stories.flat());
  const about = (n: number) => ({
    brand: 'acme',
    createdAt: NOON - DAY,
    story: { id: `story-${n}`, articles: 1, outlets: 1, countries: 1 },
  });
  const alerts = [
    aStoryAlert(1, { title: 'Acme subject 19' }, { ...about(19), severity: 'critical' }),
    aStoryAlert(2, { title: 'Acme subject 7' }, { ...about(7), severity: 'warning' }),
    aStoryAlert(3, { title: 'Acme subject 19' }, { ...about(19), severity: 'info' }),
  ];
  for (const alert of alerts) await store.alerts.put(alert, { dueAt: NOON });
  const { ports, files } = reportPorts(store);
  await writeReport({ plan: PLAN, period: PERIOD, notify: false }, ports, LIMITS);
  const bodyOf = (ending: string) => [...files].find(([name]) => name.endsWith(ending))![1].body;
  const { topStories, changes } = JSON.parse(bodyOf('json')) as ReportNumbers;
  expect(topStories.map(({ id }) => id)).toEqual([
    ...Array.from({ length: 12 }, (_, n) => `story-${n}`),
    'story-19',
  ]);
  expect(topStories.at(-1)?.severity).toBe('critical');
  expect(changes.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'Alerts of severity critical were about “Acme subject 19” (2 articles).',
      'Alerts of severity warning were about “Acme subject 7” (14 articles).',
    ]),
  );
  const [shown = '', folded = ''] = bodyOf('html').split('7 next stories');
  expect(shown).toContain('>Acme subject 19</a>');
  expect(shown).toContain('These are the 5 largest and all of severity critical.');
  expect(folded.split('</details>')[0]).toContain('>Acme subject 7</a>');
  expect(bodyOf('txt')).toContain('6. Acme subject 19\ncritical · 2 articles in 2 outlets');
});

it('what a watch for bad news found without an alert, as in a baseline, is in the summary and is shown', async () => {
  const subjects = Array.from({ length: 8 }, (_, n) =>
    Array.from({ length: 20 - n }, (_, m) =>
      inStory(`story-${n}`, 100 * n + m, { title: `Acme subject ${n}` }),
    ),
  );
  const breach = (watchId: string) =>
    Array.from({ length: 11 }, (_, m) => inStory('story-8', 900 + m, { title: 'Acme breach', watchId }));
  const store = await stored([...subjects.flat(), ...breach('acme-news'), ...breach('acme-trouble')]);
  const query = { q: '"Acme Corp" AND (breach OR lawsuit)' };
  const raise = [{ to: 'critical', outlets: 10 }] as const;
  await store.definitions.putWatch(
    aWatch({ id: 'acme-trouble', brand: 'acme', severity: 'warning', query, raise }),
  );
  const { ports, files } = reportPorts(store);
  await writeReport({ plan: PLAN, period: PERIOD, notify: false }, ports, LIMITS);
  const bodyOf = (ending: string) => [...files].find(([name]) => name.endsWith(ending))![1].body;
  expect(bodyOf('txt')).toContain('Bad news without an alert: “Acme breach” (critical, 11 articles).');
  expect(bodyOf('txt')).toContain('6. Acme breach\ncritical · 11 articles in 11 outlets');
  expect(bodyOf('html').split('3 next stories')[0]).toContain('>Acme breach</a>');
});
