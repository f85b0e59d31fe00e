import { expect, it } from 'vitest';
import { parseAnswerJson } from '../../../../shared/providers/http/reader.ts';

it('keeps the digits of long whole numbers, outside texts only, whatever is around them', () => {
  const text = String.raw`{"a": 12345678901234567, "b": "see 12345678901234567, \" [12345678901234567]", "c\\": [-98765432109876543, 1.2345678901234567, 0.1234567890123456, 1e300, 9007199254740991, 9007199254740993]}`;
  expect(parseAnswerJson(text).value).toEqual({
    a: '12345678901234567',
    b: 'see 12345678901234567, " [12345678901234567]',
    'c\\': [
      '-98765432109876543',
      1.2345678901234567,
      0.1234567890123456,
      1e300,
      9_007_199_254_740_991,
      '9007199254740993',
    ],
  });
  expect(parseAnswerJson('[012345678901234567]')).toEqual({ complete: true });
});

it('parses JSON of any depth, also with a long number in it', () => {
  const deep = `[12345678901234567, ${'['.repeat(20_000)}${']'.repeat(20_000)}]`;
  const { value } = parseAnswerJson(deep);
  expect(Array.isArray(value) && value[0]).toBe('12345678901234567');
});
