import { expect, it } from 'vitest';
import { didYouMean, nearest } from '../../../../shared/contracts/watches-file/near-miss.ts';

const NAMES = ['schedule', 'severity', 'overlap', 'first_run', 'query'];

it.each([
  ['schedul', 'schedule'],
  ['shcedule', 'schedule'],
  ['first-run', 'first_run'],
  ['querry', 'query'],
])('%s is near %s', (word, name) => {
  expect(nearest(word, NAMES)).toBe(name);
});

it.each(['banana', '', 'x', 'scheduled_for_later', 's'.repeat(10_000)])('nothing is near %j', (word) => {
  expect(nearest(word, NAMES)).toBeUndefined();
  expect(didYouMean(word, NAMES)).toBeUndefined();
});
