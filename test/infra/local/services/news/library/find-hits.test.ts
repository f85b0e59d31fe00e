import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { nthLeast } from '../../../../../../infra/local/services/news/library/find-hits.ts';

it('finds what would stand at each place of the sorted numbers', () => {
  const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true }));
  fc.assert(
    fc.property(fc.array(number, { maxLength: 40 }), fc.nat(45), (numbers, place) => {
      const sorted = Float64Array.from(numbers).toSorted();
      // Zeros of either sign are one number.
      expect((nthLeast(Float64Array.from(numbers), place) ?? NaN) + 0).toBe((sorted[place] ?? NaN) + 0);
    }),
  );
});
