import { describe, expect, it } from 'vitest';
import { globTest } from '../../../../shared/domain/query/glob.ts';

describe('globTest', () => {
  it.each([
    ['micro*', ['micro', 'microsoft'], ['mic', 'amicro']],
    ['wom?n', ['woman', 'women'], ['womn', 'womaan']],
    ['a*b*c', ['abc', 'axbxc', 'abcbc'], ['ab', 'abcd', 'acb']],
    ['a?*', ['ab', 'abc'], ['a', 'b']],
    ['𝐀?', ['𝐀𝐁', '𝐀b'], ['𝐀', '𝐀bc']],
    ['x*𝐁', ['x𝐀𝐁', 'x𝐁'], ['x𝐀']],
    ['हि?दी', ['हिंदी'], ['हिदी']],
    ['οδος*', ['οδος', 'οδοσα'], ['οδο']],
    ['a.c', ['a.c'], ['abc']],
    ['*', ['', 'a'], []],
  ])('%s', (pattern, matching, others) => {
    const test = globTest(pattern);
    expect(matching.filter((word) => !test(word))).toEqual([]);
    expect(others.filter(test)).toEqual([]);
  });

  it('does not run away on a pattern made for backtracking', () => {
    const test = globTest(`${'a*'.repeat(40)}b`);
    expect(test('a'.repeat(20_000))).toBe(false);
    expect(test(`${'a'.repeat(20_000)}b`)).toBe(true);
  });
});
