import { expect, it } from 'vitest';
import type { ReportNumbers } from '../../shared/domain/reports/report-numbers.ts';
import { DAY, HOUR } from '../../shared/domain/time/instant.ts';
import { writeReport } from '../../shared/use-cases/reports/write-report.ts';
import { reportSpreadsheet } from '../../shared/render/report/report-spreadsheet.ts';
import { aReportPlan } from '../ports/examples.ts';
import { readSpreadsheet } from '../shared/render/report/read-spreadsheet.ts';
import { reportPorts, stored } from '../shared/use-cases/report-bench.ts';
import {
  countryOf,
  foundBy,
  frequencies,
  hasRealNews,
  type NewsRow,
  readRealNews,
  timeOf,
  toneOf,
} from './real-news.ts';

const there = hasRealNews('counts of a report over real news');

it.skipIf(!there)(
  'counts in a report over real news equal those of a plain count of the same articles',
  async () => {
    const rows = readRealNews();
    // Two watches find overlapping thirds of the articles.
    const findings = rows.flatMap((row, n) => [
      ...(n % 3 < 2 ? [foundBy('acme-news', row)] : []),
      ...(n % 3 > 0 ? [foundBy('acme-trouble', row)] : []),
      ...(n % 5 === 0 ? [foundBy('globex-watch', row)] : []),
    ]);
    const last = Math.max(...rows.map(timeOf));
    const day = (time: number) => new Date(time).toISOString().slice(0, 10);
    const now = Date.parse(day(last)) + DAY + 8 * HOUR;
    const { ports, files } = reportPorts(await stored(findings), { now });
    const period = { first: day(last - 6 * DAY), last: day(last), timezone: 'UTC' };
    const plan = aReportPlan({
      timezone: 'UTC',
      days: 7,
      brand: {
        id: 'acme',
        names: ['Acme Corp'],
        exclude: [],
        competitors: [{ id: 'globex', names: ['Globex'] }],
      },
    });
    await writeReport(
      { plan, period, notify: false },
      { ...ports, spreadsheet: reportSpreadsheet },
      { deadline: now + HOUR },
    );
    const bodyOf = (ending: string) => [...files].find(([name]) => name.endsWith(ending))![1].body;
    const numbers = JSON.parse(bodyOf('json')) as ReportNumbers;

    const counted = rows.filter((row) => day(timeOf(row)) >= period.first);
    const outlets = frequencies(counted.map(({ domain_url: domain }) => domain));
    const stories = frequencies(counted.map(({ story }) => story));
    expect(numbers.articles.now).toBe(counted.length);
    expect(numbers.outlets.now).toBe(outlets.length);
    expect(numbers.stories.now).toBe(stories.length);
    expect(numbers.days.filter(({ articles }) => articles > 0).map((one) => [one.day, one.articles])).toEqual(
      frequencies(counted.map((row) => day(timeOf(row)))).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    expect(numbers.topOutlets.map(({ domain, articles }) => [domain, articles.now])).toEqual(
      outlets.slice(0, 12),
    );
    expect(numbers.others.outlets.map(({ domain, articles }) => [domain, articles.now])).toEqual(
      outlets.slice(12, 512),
    );
    const outletsOf = (id: string) =>
      new Set(counted.filter(({ story }) => story === id).map(({ domain_url: domain }) => domain)).size;
    expect(
      numbers.topStories.map(({ id, articles, outlets: count, share }) => [id, articles, count, share]),
    ).toEqual(
      stories
        .slice(0, 12)
        .map(([id, count]) => [id, count, outletsOf(id), Math.round((1_000 * count) / counted.length)]),
    );
    expect(numbers.topCountries.map(({ key, articles }) => [key, articles.now])).toEqual(
      frequencies(counted.map(countryOf)),
    );
    const toneSum = (all: readonly NewsRow[]) =>
      all.reduce((sum, row) => sum + Math.round(1_000 * toneOf(row)), 0);
    expect([numbers.mood.now.sum, numbers.mood.now.count]).toEqual([toneSum(counted), counted.length]);
    expect(numbers.topStories.map(({ mood }) => mood.sum)).toEqual(
      numbers.topStories.map(({ id }) => toneSum(counted.filter(({ story }) => story === id))),
    );
    const rivals = rows.filter((row, n) => n % 5 === 0 && counted.includes(row));
    const all = counted.length + rivals.length;
    expect(numbers.found.map(({ articles, share }) => [articles, share])).toEqual(
      [counted, rivals].map(({ length }) => [length, Math.round((1_000 * length) / all)]),
    );
    expect(numbers.found.map(({ stories: count, outlets: domains }) => [count, domains])).toEqual(
      [counted, rivals].map((own) => [
        new Set(own.map(({ story }) => story)).size,
        new Set(own.map(({ domain_url: domain }) => domain)).size,
      ]),
    );
    expect(numbers.trend.at(-1)?.articles).toBe(counted.length);
    const first = numbers.topStories[0]!;
    for (const ending of ['html', 'txt']) {
      expect(bodyOf(ending)).toContain(
        `${outlets.length.toLocaleString('en')} outlets published ${counted.length.toLocaleString('en')} articles about Acme Corp.`,
      );
      expect(bodyOf(ending)).toContain(
        `${outletsOf(first.id)} outlets reported the largest of ${stories.length.toLocaleString('en')} stories`,
      );
    }
    expect(bodyOf('csv')).toContain(`total,,articles,${counted.length},`);
    const sheets = readSpreadsheet(Buffer.from(bodyOf('xlsx'), 'base64'));
    const rowsOf = (sheet: string) => sheets.get(sheet)!.slice(1);
    const shown = rowsOf('Outlets with the most articles').map(
      (row) => row[sheets.get('Outlets with the most articles')![0]!.indexOf('Articles')],
    );
    expect(shown).toEqual(outlets.slice(0, 512).map(([, count]) => count));
    const listed = rowsOf('All stories').map(([, , , articles]) => articles);
    expect(listed.length).toBeGreaterThan(12);
    expect(listed).toEqual(stories.slice(0, listed.length).map(([, count]) => count));
    expect(rowsOf('Articles by day').reduce((sum, [, articles]) => sum + Number(articles), 0)).toBe(
      counted.length,
    );
  },
);
