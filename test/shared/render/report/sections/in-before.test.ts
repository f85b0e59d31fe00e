import { expect, it } from 'vitest';
import { formatChange, plainText } from '../../../../../shared/render/report/model/report-model.ts';
import { inBefore } from '../../../../../shared/render/report/sections/in-before.ts';

const WEEK = { first: '2026-11-16', last: '2026-11-22', timezone: 'UTC' };
const DAY = { ...WEEK, first: '2026-11-22' };

it.each([
  [274, WEEK, true, ', 274 in the 7 days before'],
  [0, WEEK, true, ', none in the 7 days before'],
  [3, DAY, true, ', 3 on the day before'],
  [1_274, WEEK, false, ''],
  [0, WEEK, false, ''],
])('%i of the days before ends a sentence where they are compared', (n, period, isEqual, text) => {
  expect(plainText(inBefore({ compared: { isEqual }, period }, n, undefined))).toBe(text);
});

it.each([
  [312, 274, '+14%'],
  [3, 4, '−25%'],
  [1_000, 1_001, '±0%'],
  [3, 0, 'new'],
  [0, 0, ''],
])('a change is shown in percent: %i after %i is %s', (now, before, expected) => {
  expect(formatChange({ now, before })).toBe(expected);
});
