import { expect, it } from 'vitest';
import { openLinks } from '../../../../../shared/render/report/model/links.ts';
import { formatChange, plainText } from '../../../../../shared/render/report/model/report-model.ts';
import { anExampleReport, PERIOD } from '../example-report.ts';

const DAY = { ...PERIOD, first: PERIOD.last };

it.each([
  [274, PERIOD, true, ', 274 in the 7 days before'],
  [0, PERIOD, true, ', none in the 7 days before'],
  [3, DAY, true, ', 3 on the day before'],
  [1_274, PERIOD, false, ''],
])('%i of the days before ends a sentence where they are compared', (n, period, isEqual, text) => {
  const numbers = { ...anExampleReport({ perDay: 1 }), compared: { isEqual }, period };
  expect(plainText(openLinks(numbers, undefined).inBefore(n))).toBe(text);
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
