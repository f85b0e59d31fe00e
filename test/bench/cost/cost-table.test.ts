import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { costTable, usualOperations, withCostTable } from './cost-table.ts';

it('the page on performance has the tables that the kept counts and prices give', () => {
  const page = readFileSync('docs/performance.md', 'utf8');
  expect(page, 'Run node test/bench/cost/print-costs.ts --write').toBe(withCostTable(page));
});

it('a page without a place for the tables is an error', () => {
  expect(() => withCostTable('# A page')).toThrow('The page has no <!-- WRITE=1');
});

it('more findings cost more, and a quiet run least', () => {
  const rows = costTable()
    .split('\n')
    .filter((line) => /^\| a (quiet )?run/.test(line));
  const usd = rows.map((row) => Number(row.split('|')[2]?.replaceAll(',', '')));
  expect(rows).toHaveLength(3);
  expect(usd).toEqual(usd.toSorted((a, b) => a - b));
  expect(usualOperations()['a quiet run']).toMatchObject({ call: 1, scheduled: 1, queueRequest: 3 });
});
