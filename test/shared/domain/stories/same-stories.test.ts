import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { smallestIds } from '../../../../shared/domain/stories/same-stories.ts';

it('leads every id to the smallest that is the same story, also through others', () => {
  expect(
    smallestIds([
      ['c', 'b'],
      ['d', 'c'],
      ['x', 'y'],
      ['a', 'd'],
      ['q', 'q'],
    ]),
  ).toEqual(
    new Map([
      ['b', 'a'],
      ['c', 'a'],
      ['d', 'a'],
      ['y', 'x'],
    ]),
  );
});

it('gives the same in any order of the pairs', () => {
  const id = fc.constantFrom(...'a b c d e f g h i j'.split(' '));
  const pairs = fc.array(fc.tuple(id, id), { maxLength: 12 });
  const shuffled = pairs.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      expect(smallestIds(other.map(([a, b]) => [b, a]))).toEqual(smallestIds(all));
    }),
  );
});
