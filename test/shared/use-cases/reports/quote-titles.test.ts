import { expect, it } from 'vitest';
import type { ReportNumbers } from '../../../../shared/domain/reports/report-numbers.ts';
import { writeReport } from '../../../../shared/use-cases/reports/write-report.ts';
import { anArticle, LIMITS, PERIOD, PLAN, reportPorts, stored } from '../report-bench.ts';

const TITLES = ['Acme recalls kettles', 'Kettles: Acme recalls all', 'Acme recalls its kettles after fires'];
const WIDE = { domain: 'wide.example', rank: 10 };

it.each([
  { texts: ['one', 'two', 'three'], quoted: 'The text of one.' },
  { texts: ['', 'two', 'three'], quoted: 'The text of three.' },
])(
  'a story is quoted from the article of its title, else of the most read outlet: $quoted',
  async (given) => {
    // The last watch alone has the articles; the most read outlet wrote the last.
    const found = TITLES.map((title, n) => ({
      ...anArticle(n, {
        watchId: 'acme-trouble',
        title,
        snippet: given.texts[n] === '' ? '' : `The text of ${given.texts[n]}.`,
        outlet: n === 2 ? WIDE : { domain: `small-${n}.example` },
      }),
      story: 'recall',
    }));
    const { ports, files } = reportPorts(await stored(found));
    await writeReport({ plan: PLAN, period: PERIOD, notify: false }, ports, LIMITS);
    const [, { body }] = [...files].find(([name]) => name.endsWith('.json'))!;
    const [story] = (JSON.parse(body) as ReportNumbers).topStories;
    expect([story?.central.title, story?.quote?.text]).toEqual([TITLES[0], given.quoted]);
  },
);
