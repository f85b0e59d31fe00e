import { expect, it } from 'vitest';
import { printGroups } from '../../../../infra/cli/preview/print-preview.ts';

const of = (...values: string[]) => values.map((value, n) => ({ value, articles: 1_200 - n }));

it('shows the first of each group, and how many others there are', () => {
  const groups = {
    counted: true,
    source: of('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    country: of('US'),
    language: [],
  };
  expect(printGroups(groups, 3)).toEqual([
    '\nMatches by outlet, country and language:',
    '  by outlet:   a 1,200, b 1,199, c 1,198, d 1,197, e 1,196 and 2 others',
    '  by country:  US 1,200',
  ]);
});

it('says when they are those of a page, and nothing where nothing is known', () => {
  const empty = { counted: false, source: [], country: [], language: [] };
  expect(printGroups({ ...empty, language: of('e\u001bn') }, 1)).toEqual([
    '\nThe latest 1 match by outlet, country and language:',
    '  by language: e n 1,200',
  ]);
  expect(printGroups(empty, 9)).toEqual([]);
  expect(printGroups(undefined, 9)).toEqual([]);
});
