import { parse } from 'csv-parse/sync';
import { describe, expect, it, vi } from 'vitest';
import { printCsv } from '../../../../shared/render/report/print-data.ts';
import { reportModel } from '../../../../shared/render/report/sections/whole-report.ts';
import { reportSpreadsheet } from '../../../../shared/render/report/report-spreadsheet.ts';
import { periodBefore } from '../../../../shared/domain/reports/period.ts';
import { emptyTotals } from '../../../../shared/domain/reports/period-totals.ts';
import { anExampleReport, HOSTILE, PERIOD } from './example-report.ts';
import { readSpreadsheet, unzipTexts } from './read-spreadsheet.ts';

describe('the spreadsheet of a report', async () => {
  const numbers = anExampleReport({ perDay: 7 });
  const bytes = await reportSpreadsheet(numbers);
  const sheets = readSpreadsheet(bytes);
  const rowsOf = (name: string) => sheets.get(name)!.slice(1);

  it('has the same bytes each time, whenever it is made', async () => {
    vi.setSystemTime('2031-05-06T07:08:09Z');
    const later = await reportSpreadsheet(anExampleReport({ perDay: 7 })).finally(() => vi.useRealTimers());
    expect(Buffer.compare(bytes, later)).toBe(0);
  });

  it('gives the numbers of the report as numbers', () => {
    const names = [...sheets.keys()];
    expect([names[0], names.at(-1)]).toEqual(['Summary', 'All numbers']);
    expect(names).toEqual(
      expect.arrayContaining(['Totals', 'Authors', 'Languages', 'Themes', 'Time windows by watch']),
    );
    expect(
      rowsOf('Articles by day').map((row) => [
        row[sheets.get('Articles by day')![0]!.indexOf('Date')],
        row[1],
      ]),
    ).toEqual(numbers.days.map(({ day, articles }) => [day, articles]));
    expect(
      rowsOf('All stories')
        .map(([, , , articles]) => articles)
        .slice(0, numbers.topStories.length),
    ).toEqual(numbers.topStories.map(({ articles }) => articles));
    expect(rowsOf('Outlets with the most articles').map((row) => row[4])).toEqual([
      ...numbers.topOutlets.map(({ articles }) => articles.now),
      ...numbers.others.outlets.map(({ articles }) => articles.now),
    ]);
    expect(rowsOf('Articles, oldest first')).toHaveLength(numbers.examples.length);
    expect(rowsOf('Share of voice by findings')[0]?.slice(1, 3)).toEqual([
      numbers.voice.rows[0]!.articles,
      numbers.voice.rows[0]!.share / 10,
    ]);
  });

  it('has all rows of the CSV form', () => {
    const csv = parse(printCsv(reportModel(numbers, undefined)), { columns: false });
    const all = sheets.get('All numbers')!;
    expect(all).toHaveLength(csv.length);
    for (const [at, row] of csv.entries()) {
      const numbersOf = (cells: readonly unknown[]) =>
        cells.filter((cell) => typeof cell === 'number').map(String);
      expect(row).toEqual(expect.arrayContaining(numbersOf(all[at]!)));
    }
  });

  it('shows hostile texts as texts: no formula, no link, no invisible mark, no long cell', () => {
    const files = unzipTexts(bytes);
    const cells = [...sheets.values()].flat(2).filter((cell) => typeof cell === 'string');
    expect(cells).toContain(HOSTILE[0]);
    expect(cells).toContain(HOSTILE[4]);
    expect(Math.max(...cells.map(({ length }) => length))).toBeLessThanOrEqual(600);
    expect(cells.filter((cell) => /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(cell))).toEqual([]);
    expect(cells.filter((cell) => cell.startsWith('javascript:'))).toEqual([]);
    for (const [name, xml] of files) {
      if (!name.startsWith('xl/worksheets/sheet')) continue;
      // A formula is an element f; every text is a place in the table of texts.
      expect(xml).not.toMatch(/<f[ >]|<hyperlink|t="(?:str|e|inlineStr)"/);
    }
    expect(
      [...files.keys()].filter((name) => /externalLink|vbaProject|connections|drawing/.test(name)),
    ).toEqual([]);
  });
});

function aReportOnNothing() {
  const facts = { now: emptyTotals(PERIOD), before: emptyTotals(periodBefore(PERIOD)) };
  return anExampleReport({ facts });
}

it('the spreadsheet of a report without findings can be read', async () => {
  const sheets = readSpreadsheet(await reportSpreadsheet(aReportOnNothing()));
  expect(sheets.get('Totals')?.[1]?.[0]).toBe(0);
});
