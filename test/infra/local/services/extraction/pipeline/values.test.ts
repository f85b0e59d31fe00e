import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../../../../infra/local/services/extraction/pipeline/event-types.ts';
import { readCluster } from '../../../../../../infra/local/services/extraction/pipeline/reading.ts';
import { extractNumber } from '../../../../../../infra/local/services/extraction/pipeline/values.ts';
import { article } from '../open-extraction.ts';

function take(event: string, field: string, title: string, content = ''): unknown {
  const events = EVENT_TYPES.filter(({ name }) => name === event);
  const wanted = events.flatMap(({ fields }) => fields).find(({ name }) => name === field);
  return extractNumber(wanted!, readCluster([article(title, { content })], { events })).value;
}

describe('a number of a record', () => {
  it.each([
    ['layoff', 'jobs_cut', 'Solvane lays off 340 of its 3,800 employees', 340],
    ['layoff', 'jobs_cut', 'Solvane to cut 180-200 jobs', 200],
    ['acquisition', 'price', 'Solvane buys rival firm for Rs 188 crore', 1_880_000_000],
    ['acquisition', 'price', 'Solvane calls off ₹21K cr merger', 210_000_000_000],
    [
      'fundraising',
      'amount_raised',
      'Solvane raises $17M in Series B at a valuation of $1 billion',
      17_000_000,
    ],
    ['recall', 'units', 'Kestrel recalls 2,200 cars over brake risk', 2_200],
    ['earnings', 'amount', 'Kestrel posts net profit of Rs 262 crore', 2_620_000_000],
    ['data_breach', 'records_affected', 'Hackers stole data of 4.5 lakh customers', 450_000],
  ])('%s %s: %s', (event, field, title, value) => {
    expect(take(event, field, title)).toBe(value);
  });

  it.each([
    ['acquisition', 'price', 'Solvane buys rival firm, shares rise to $42 a share', ''],
    [
      'acquisition',
      'price',
      'Solvane buys rival firm',
      'The rival made phones. They sold for $300 each in 2020.',
    ],
    ['layoff', 'jobs_cut', 'Solvane lays off staff', 'It was founded in 2016. More to come… [+4070 chars]'],
    ['fundraising', 'amount_raised', 'Solvane raises new money', 'Solvane raised $4… [+211 chars]'],
  ])('%s %s is nothing in: %s %s', (event, field, title, content) => {
    expect(take(event, field, title, content)).toBeNull();
  });
});
