import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { printCsv } from '../../../../shared/render/report/print-data.ts';
import { reportModel } from '../../../../shared/render/report/sections/whole-report.ts';
import { anExampleReport } from './example-report.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../../processor-time.ts';

/** The lines of the CSV of a report with these authors, in their order. */
function linesWith(names: readonly string[]): string[] {
  const numbers = {
    ...anExampleReport(),
    topAuthors: names.map((key) => ({ key, articles: { now: 1, before: 1 } })),
  };
  return printCsv(reportModel(numbers, undefined))
    .split('\r\n')
    .filter((line) => line.startsWith('author,') && line.includes(',articles,'))
    .slice(0, names.length);
}

const SIGNS = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'];
const FORMULA = /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;

describe('a cell of CSV', () => {
  const texts = SIGNS.flatMap((sign) =>
    [
      '',
      '\t',
      '\r',
      '\n',
      ' ',
      '\u00a0',
      '\u3000',
      '"',
      'x;',
      'x; ',
      'x;"',
      'x\t',
      'x";',
      '"";',
      'x,',
      '\u200b',
      '\u0000',
      '\ufeff',
    ].map((before) => `${before}${sign}HYPERLINK("https://x.example";"y")`),
  );

  it.each([',', ';', '\t'])('is no formula where %j separates cells', (delimiter) => {
    for (const [at, line] of linesWith(texts).entries()) {
      const [cells = []]: string[][] = parse(line, {
        delimiter,
        relax_quotes: true,
        relax_column_count: true,
      });
      // A program that does not know the quotes, or finds them in the middle of a cell, splits at each sign.
      const split = line.split(delimiter);
      const shown = [...cells, ...(delimiter === ',' ? [] : split)];
      expect([texts[at], shown.filter((cell) => FORMULA.test(cell))]).toEqual([texts[at], []]);
    }
  });

  it('is written in time that grows with it', () => {
    const seconds = processorSeconds(() => {
      linesWith([';"'.repeat(500_000), '"'.repeat(1_000_000), '; '.repeat(500_000)]);
    });
    expect(seconds).toBeLessThan(LINEAR_SECONDS);
  });
});
