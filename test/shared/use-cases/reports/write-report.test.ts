import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertState } from '../../../../shared/domain/alerts/alert.ts';
import { daysBefore, localDayOf, periodBefore } from '../../../../shared/domain/reports/period.ts';
import type { ReportNumbers } from '../../../../shared/domain/reports/report-numbers.ts';
import { findingTime } from '../../../../shared/domain/reports/day-rollup.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import {
  type ReportPorts,
  sumAlerts,
  writeReport,
} from '../../../../shared/use-cases/reports/write-report.ts';
import { fullForm } from '../../../full-form.ts';
import { dies, type Doom, dying, forEveryDeath } from '../../../ports/dying.ts';
import { anAlert, aWatch, NOON } from '../../../ports/examples.ts';
import { storeFindings } from '../../../store/store-findings.ts';
import { anArticle, coverSince, LIMITS, PERIOD, PLAN, reportPorts, stored } from '../report-bench.ts';

function numbersIn(files: Map<string, { body: string }>): ReportNumbers {
  const [key] = [...files.keys()].filter((name) => name.endsWith('.json'));
  return JSON.parse(files.get(key!)!.body) as ReportNumbers;
}

describe('the numbers of a report', () => {
  const drawn = fc.uniqueArray(
    fc.record({
      n: fc.nat(400),
      watches: fc.constantFrom(
        ['acme-news'],
        ['acme-trouble'],
        ['acme-news', 'acme-trouble'],
        ['globex-watch'],
      ),
      daysAgo: fc.integer({ min: 0, max: 16 }),
      foundAfter: fc.nat(3),
      second: fc.nat(3),
      outlet: fc.nat(4),
    }),
    { selector: ({ n }) => n, maxLength: 40 },
  );

  it('equal an independent count over the same findings, each finding counted once', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (list) => {
        const found = list.flatMap(({ n, watches, outlet, second, ...days }) =>
          watches.map((watchId, index) =>
            anArticle(n, {
              ...days,
              watchId,
              foundAfter: days.foundAfter + index * second,
              outlet: { domain: `outlet-${outlet}.example` },
            }),
          ),
        );
        const past = found.filter(({ foundAt }) => foundAt <= NOON);
        const { ports, files } = reportPorts(await stored(past), {
          counts: { 'Acme Corp': 30, Initech: 10 },
        });
        await writeReport({ plan: PLAN, period: PERIOD, notify: false }, ports, LIMITS);
        const numbers = numbersIn(files);

        const once = [...new Map(past.map((one) => [one.finding.fingerprint, one])).values()];
        const within = (period: { first: string; last: string }, brand: string) =>
          once.filter((one) => {
            const day = localDayOf(findingTime(one), PLAN.timezone);
            return one.watchId.startsWith(brand) && period.first <= day && day <= period.last;
          });
        const now = within(PERIOD, 'acme');
        expect(numbers.articles).toEqual({
          now: now.length,
          before: within(periodBefore(PERIOD), 'acme').length,
        });
        expect(numbers.outlets.now).toBe(new Set(now.map(({ finding }) => finding.outlet?.domain)).size);
        expect(numbers.stories.now).toBe(now.length);
        const onDay = Map.groupBy(now, (one) => localDayOf(findingTime(one), PLAN.timezone));
        expect(numbers.days.map(({ articles }) => articles)).toEqual(
          numbers.days.map(({ day }) => onDay.get(day)?.length ?? 0),
        );
        expect(numbers.days).toHaveLength(7);
        expect(numbers.reach.reduce((sum, { articles }) => sum + articles.now, 0)).toBe(now.length);
        expect(numbers.examples).toHaveLength(now.length);
        expect(numbers.found.map(({ articles }) => articles)).toEqual([
          now.length,
          within(PERIOD, 'globex').length,
        ]);
        const total = numbers.found.reduce((sum, { share }) => sum + share, 0);
        expect(total).toBe(numbers.found.some(({ articles }) => articles > 0) ? 1_000 : 0);
        expect(numbers.service?.now.map(({ share }) => share)).toEqual([750, 250]);
      }),
      { numRuns: fullForm(5, 25) },
    );
  });

  it('are the same bytes when the report is written again, and nothing is requested twice', async () => {
    const store = await stored([1, 2, 3, 4].map((n) => anArticle(n, { daysAgo: n })));
    const { ports, files, asked, clock } = reportPorts(store, { counts: { Initech: 3 } });
    const order = { plan: PLAN, period: PERIOD, notify: true };
    await writeReport(order, ports, LIMITS);
    const first = new Map(files);
    expect(asked).toEqual(['Acme Corp', 'Initech', 'Acme Corp', 'Initech']);
    clock.at += HOUR;
    const again = await writeReport(order, ports, { deadline: NOON + 3 * HOUR });
    expect(again).toMatchObject({ status: 'written', alerts: 0 });
    expect(new Map(files)).toEqual(first);
    expect(asked).toHaveLength(4);
    expect(numbersIn(files).calls.own).toBe(4);
  });

  it('count what is found later about a day that is rolled up already, and a watch added to the brand', async () => {
    const store = await stored([anArticle(1, { daysAgo: 3 })]);
    const { ports, files, clock } = reportPorts(store);
    const order = { plan: PLAN, period: PERIOD, notify: false };
    await writeReport(order, ports, LIMITS);
    expect(numbersIn(files).articles.now).toBe(1);
    const late = anArticle(3, { daysAgo: 2, watchId: 'late-joiner' });
    await storeFindings(store, [anArticle(2, { daysAgo: 3, foundAfter: 3 }), late]);
    await store.definitions.putWatch(aWatch({ id: 'late-joiner', brand: 'acme' }));
    clock.at += HOUR;
    await writeReport(order, ports, { deadline: NOON + 3 * HOUR });
    expect(numbersIn(files).articles.now).toBe(3);
  });

  it('count the stories of a day when all of its findings are decided', async () => {
    const found = [1, 2].map((n) => anArticle(n, { daysAgo: 3 }));
    const store = await stored(found.map(({ verdict: _waits, ...one }) => one));
    const { ports, files } = reportPorts(store);
    const order = { plan: PLAN, period: PERIOD, notify: false };
    await writeReport(order, ports, LIMITS);
    expect(numbersIn(files).stories.now).toBe(2);
    await storeFindings(
      store,
      found.map((one) => ({ ...one, story: 'recall' })),
    );
    await writeReport(order, ports, LIMITS);
    expect(numbersIn(files).stories.now).toBe(1);
  });
});

describe('what changed', () => {
  const sentences = (files: Map<string, { body: string }>) =>
    numbersIn(files).changes.map(({ text }) => text);

  it('names no outlet as a byline', async () => {
    const byline = async (author: string) => {
      const written = Array.from({ length: 3 }, (_, n) =>
        anArticle(n, { authors: [author], outlet: { domain: 'daily.example', name: 'The Daily' } }),
      );
      const { ports, files } = reportPorts(await stored(written));
      await writeReport({ plan: PLAN, period: PERIOD, notify: false }, ports, LIMITS);
      return sentences(files).find((text) => text.includes('published most'));
    };
    expect(await byline('Jane Doe')).toBe(
      'The Daily (3 articles) published most. The most frequent byline is Jane Doe (3 articles).',
    );
    for (const own of ['the daily', 'daily.example', 'aajtak.in'])
      expect(await byline(own)).toBe('The Daily (3 articles) published most.');
  });

  it.each([
    [9, 2, '1 outlet published 9 articles about Acme Corp, 4.5 times as many as on the day before (2).'],
    [0, 0, 'Nothing was found about Acme Corp, neither on this day nor on the day before.'],
  ])('reads well for a single day: %i after %i', async (now, before, sentence) => {
    const day = (count: number, daysAgo: number) =>
      Array.from({ length: count }, (_, n) => anArticle(n + 100 * daysAgo, { daysAgo }));
    const store = await stored([...day(now, 1), ...day(before, 2)]);
    for (const watchId of ['acme-news', 'acme-trouble'])
      await coverSince(store, { watchId, track: 'live', from: NOON - 9 * DAY });
    const { ports, files } = reportPorts(store);
    const plan = { ...PLAN, days: 1 };
    await writeReport({ plan, period: daysBefore(NOON, plan), notify: false }, ports, LIMITS);
    expect(sentences(files)[0]).toBe(sentence);
  });
});

describe('a call for a report', () => {
  it('that dies at any port call is completed by the next one: the same bytes, notified once', async () => {
    const findings = [1, 2, 3].map((n) => anArticle(n, { daysAgo: n }));
    const plain = { render: async (numbers: ReportNumbers) => allForms(JSON.stringify(numbers)) };
    const whole = reportPorts(await stored(findings));
    await writeReport({ plan: PLAN, period: PERIOD, notify: true }, { ...whole.ports, ...plain }, LIMITS);
    const deaths = await forEveryDeath(async (doom) => {
      const store = await stored(findings);
      const { ports: own, files } = reportPorts(store);
      const ports = { ...own, ...plain };
      const order = { plan: PLAN, period: PERIOD, notify: true };
      await dies(writeReport(order, mortal(ports, doom), LIMITS));
      const outcome = await writeReport(order, ports, LIMITS);
      expect(outcome.status).toBe('written');
      expect(new Map(files)).toEqual(whole.files);
      expect(await store.alerts.madeOn('2026-11-20', 10)).toHaveLength(1);
    });
    expect(deaths).toBeGreaterThan(40);
  });
});

/** Drawing is no port: the crashes are quicker without. */
function allForms(body: string) {
  return { html: body, text: body, json: body, csv: body };
}

/** Ports that die at a call. What is read page by page cannot: a reader that dies leaves nothing behind. */
function mortal(ports: ReportPorts, doom: Doom): ReportPorts {
  const all = dying({ ...ports }, doom);
  const { rollups, findings } = ports;
  return {
    ...all,
    findings: { ...findings, foundBefore: (...given) => all.findings.foundBefore(...given) },
    rollups: { ...bound(all.rollups), read: (...given) => rollups.read(...given) },
  };
}

function bound(rollups: ReportPorts['rollups']): ReportPorts['rollups'] {
  return {
    marks: (...given) => rollups.marks(...given),
    mark: (...given) => rollups.mark(...given),
    put: (...given) => rollups.put(...given),
    remove: (...given) => rollups.remove(...given),
    read: (...given) => rollups.read(...given),
  };
}

const reason = 'watch acme-news had notified the channel';
const joinedTo = { alertId: 'alert-00001', watchId: 'acme-news', messageId: 'message-1' };
const STATES: readonly AlertState[] = [
  { state: 'notified', messageId: 'message-1' },
  { state: 'silenced', silenceId: 'silence-1', reason: 'a fair' },
  { state: 'dropped', reason: 'the watch was removed' },
  { state: 'dropped', reason, joinedTo },
  { state: 'dropped', reason, joinedTo },
];

it('counts each alert under what became of it: one that was joined was not dropped', async () => {
  const { alerts } = await stored([]);
  const first = anAlert(0, { brand: 'acme', createdAt: NOON - DAY });
  await alerts.put(first, { dueAt: NOON });
  for (const [n, state] of STATES.entries()) {
    const alert = anAlert(n + 1, { brand: 'acme', createdAt: NOON - DAY });
    await alerts.put(alert, { dueAt: NOON });
    await alerts.settle(alert, state);
  }
  const { listed, ...sums } = await sumAlerts({ brand: 'acme', period: PERIOD }, { alerts });
  expect(sums).toMatchObject({ made: 6, notified: 1, held: 1, silenced: 1, joined: 2, dropped: 1 });
  expect(listed.filter(({ fate }) => fate === 'joined').map((row) => row.reason)).toEqual([reason, reason]);
});

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
