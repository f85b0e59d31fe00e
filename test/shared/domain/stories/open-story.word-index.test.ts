import { array, assert, boolean, constantFrom, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import {
  addValue,
  countOf,
  deleteValue,
  rarityAmong,
  type ValueSets,
  valuesOf,
} from '../../../../shared/domain/stories/open-story.ts';

it('values are kept as in sets, whatever is added and deleted', () => {
  const step = record({
    key: constantFrom('a', 'b'),
    value: constantFrom(0, 1, 2),
    adds: boolean(),
  });
  assert(
    property(array(step), (steps) => {
      const sets: ValueSets<number> = new Map();
      const model = { a: new Set<number>(), b: new Set<number>() };
      for (const { key, value, adds } of steps) {
        (adds ? addValue : deleteValue)(sets, key, value);
        model[key][adds ? 'add' : 'delete'](value);
      }
      for (const key of ['a', 'b'] as const) {
        expect(new Set(valuesOf(sets, key))).toEqual(model[key]);
        expect(countOf(sets, key)).toBe(model[key].size);
      }
    }),
  );
});

it('a key with one value takes no set', () => {
  const sets: ValueSets<string> = new Map();
  addValue(sets, 'word', 'story-1');
  expect(sets.get('word')).toBe('story-1');
});

it('a word that most hours of a watch have weighs less than the same word in few of them', () => {
  const weightIn = (withWord: number) => rarityAmong('volcano', { all: 24, withWord });
  expect(weightIn(2)).toBeGreaterThan(2 * weightIn(20));
  expect(weightIn(0)).toBeGreaterThan(weightIn(2));
  expect(weightIn(10_000)).toBeGreaterThan(0);
});
