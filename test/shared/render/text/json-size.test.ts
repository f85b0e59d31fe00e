import { describe, expect, it } from 'vitest';
import { countFitting, jsonSize } from '../../../../shared/render/text/json-size.ts';

describe('the size of texts in JSON', () => {
  it('is counted in bytes, with escapes', () => {
    expect([
      jsonSize('ab'),
      jsonSize('é'),
      jsonSize('"'),
      jsonSize('\n'),
      jsonSize('\u0001'),
      jsonSize('🚀'),
    ]).toEqual([2, 2, 2, 2, 6, 4]);
  });

  it('limits how many of them fit, in their order', () => {
    expect(countFitting(10, ['aaaa', 'bbbb', 'cccc', 'd'])).toBe(2);
    expect(countFitting(12, ['aaaa', 'bbbb', 'cccc'])).toBe(3);
    expect(countFitting(3, ['aaaa'])).toBe(0);
    expect(countFitting(3, [])).toBe(0);
  });
});
