import { expect, it } from 'vitest';
import { fallenBehind } from './compare-figures.ts';

const kept = { run: { value: 2, unit: 'times', on: '2026-11-23' } };
const found = { findings: { value: 100, unit: 'findings', on: '2026-11-23' } };

it('a ratio that is more than a fifth above the kept one is behind', () => {
  expect(fallenBehind([{ name: 'run', value: 2.4, unit: 'times' }], kept)).toEqual([]);
  expect(fallenBehind([{ name: 'run', value: 2.41, unit: 'times' }], kept)).toEqual([
    'run: 2.41 times, and 2 on 2026-11-23',
  ]);
});

it('what should be high is behind when it is more than a fifth below', () => {
  const figure = { name: 'findings', unit: 'findings', atLeast: true };
  expect(fallenBehind([{ ...figure, value: 80 }], found)).toEqual([]);
  expect(fallenBehind([{ ...figure, value: 79 }], found)).toHaveLength(1);
});

it('times and memory of a machine are not compared, nor is what was never kept', () => {
  const slow = { run: { value: 2, unit: 's', on: '2026-11-23' } };
  expect(fallenBehind([{ name: 'run', value: 90, unit: 's' }], slow)).toEqual([]);
  expect(fallenBehind([{ name: 'new', value: 90, unit: 'times' }], kept)).toEqual([]);
});
