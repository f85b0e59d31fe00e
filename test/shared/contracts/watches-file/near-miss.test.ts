import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { didYouMean, nearest } from '../../../../shared/contracts/watches-file/near-miss.ts';

const NAMES = ['schedule', 'severity', 'overlap', 'first_run', 'query'];

it.each([
  ['schedul', 'schedule'],
  ['shcedule', 'schedule'],
  ['Schedule', 'schedule'],
  ['first-run', 'first_run'],
  ['querry', 'query'],
  ['severty', 'severity'],
])('%s is near %s', (word, name) => {
  expect(nearest(word, NAMES)).toBe(name);
});

it.each(['banana', '', 'x', 'scheduled_for_later', 's'.repeat(10_000)])('nothing is near %j', (word) => {
  expect(nearest(word, NAMES)).toBeUndefined();
  expect(didYouMean(word, NAMES)).toBeUndefined();
});

it('finds a name again that lost, gained, changed or swapped a letter', () => {
  const slip = fc.record({
    name: fc.constantFrom('schedule', 'severity', 'first_run'),
    at: fc.nat(6),
    way: fc.nat(3),
  });
  fc.assert(
    fc.property(slip, ({ name, at, way }) => {
      const [before, letter, next, after] = [
        name.slice(0, at),
        name[at] ?? '',
        name[at + 1] ?? '',
        name.slice(at + 2),
      ];
      const ways = [
        `${before}${next}${after}`,
        `${before}z${letter}${next}${after}`,
        `${before}z${next}${after}`,
        `${before}${next}${letter}${after}`,
      ];
      expect(nearest(ways[way] ?? name, NAMES)).toBe(name);
    }),
  );
});
