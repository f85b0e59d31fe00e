import { expect, it } from 'vitest';
import { compareById } from '../../../../shared/use-cases/apply/compare-by-id.ts';

const compare = (wanted: { id: string; size?: number }[], existing: { id: string; size?: number }[]) => {
  const { put, changes } = compareById(wanted, existing, ({ id }) => id);
  return { put: [...put].map(({ id }) => id), ...changes };
};

it('puts what is new or different, in the order of what is wanted, and removes the rest', () => {
  const wanted = [{ id: 'changed', size: 2 }, { id: 'new' }, { id: 'same', size: 1 }];
  const existing = [{ id: 'old' }, { id: 'same', size: 1 }, { id: 'changed', size: 1 }];
  expect(compare(wanted, existing)).toEqual({
    put: ['changed', 'new'],
    added: ['new'],
    changed: ['changed'],
    removed: ['old'],
  });
});

it('changes nothing when both are equal, whatever the order of their keys', () => {
  const nothing = { put: [], added: [], changed: [], removed: [] };
  expect(compare([{ id: 'a', size: 1 }], [{ size: 1, id: 'a' }])).toEqual(nothing);
  expect(compare([], [])).toEqual(nothing);
});
