import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SNIPPET, snippetOf } from '../../../../shared/domain/findings/fit-finding.ts';

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');
const long = words(2_000);
const around = (word: string) => snippetOf(long, [{ start: long.indexOf(word) }]);

describe('the snippet of a text', () => {
  it('is the whole text when that is short', () => {
    expect(snippetOf('  Acme opens a plant. ', [{ start: 2 }])).toBe('Acme opens a plant.');
    expect(snippetOf('a'.repeat(SNIPPET), [])).toBe('a'.repeat(SNIPPET));
  });

  it('is around the first match, in whole words, and says that more is before and after it', () => {
    const snippet = around('word1000');
    expect(snippet).toMatch(/^…word\d+ .* word1000 .* word\d+…$/);
    expect(snippet.indexOf('word1000')).toBeGreaterThan(200);
    expect(snippet.indexOf('word1000')).toBeLessThan(310);
    expect(snippet.length).toBeGreaterThan(1_400);
    expect(long).toContain(snippet.slice(1, -1));
  });

  it('begins with the text when nothing matched, or when the match is near the beginning', () => {
    expect(snippetOf(long, [])).toMatch(/^word0 .*word\d+…$/);
    expect(around('word3')).toBe(snippetOf(long, []));
  });

  it('ends with the text when the match is near the end', () => {
    expect(around('word1999')).toMatch(/^…word\d+ .* word1999$/);
  });

  it('cuts scripts without blanks between characters', () => {
    const tokyo = '東'.repeat(5_000);
    expect(snippetOf(tokyo, [{ start: 2_500 }])).toBe(`…${'東'.repeat(1_498)}…`);
    const rockets = `a${'🚀'.repeat(5_000)}`;
    for (const start of [5_001, 5_002]) expect(snippetOf(rockets, [{ start }])).toMatch(/^…(🚀)+…$/u);
  });

  it('is a part of the text with the match, and never longer than promised', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b ', '東', '🚀', '\n'), maxLength: 3_000 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const given = `${before}Acme${after}`;
        const snippet = snippetOf(given, [{ start: before.length }]);
        expect(snippet).toContain('Acme');
        expect(given).toContain(snippet.replace(/^…|…$/g, ''));
        expect(snippet.length).toBeLessThanOrEqual(SNIPPET);
        expect(snippet.isWellFormed()).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
