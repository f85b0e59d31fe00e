import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FINDING_BYTES, type Finding } from '../../../../shared/domain/findings/finding.ts';
import {
  excludedDomain,
  fitFinding,
  SNIPPET,
  snippetOf,
} from '../../../../shared/domain/findings/fit-finding.ts';
import { aFinding } from '../../../ports/examples.ts';
import { fullForm } from '../../../full-form.ts';
import { anyCharacter } from '../../../any-character.ts';

const bytesOf = (finding: Finding) => Buffer.byteLength(JSON.stringify(finding));

describe('a finding that is fitted to the store', () => {
  it('has a title that is cut between graphemes, with an ellipsis, and a domain in its own letters', () => {
    const family = '👨‍👩‍👧';
    const { title, outlet } = fitFinding(
      aFinding(1, { title: family.repeat(400), outlet: { domain: 'xn--bcher-kva.example' } }),
    );
    expect(title).toBe(`${family.repeat((title.length - 1) / family.length)}…`);
    expect(Buffer.byteLength(title)).toBeGreaterThan(1_400);
    expect(outlet?.domain).toBe('bücher.example');
    expect(excludedDomain(['XN--bcher-kva.example'], 'shop.bücher.example')).toBeDefined();
    expect(excludedDomain(['bücher.example'], 'xn--bcher-kva.example')).toBeDefined();
  });

  it('keeps the language layer where there is room beside the snippet, the translation first', () => {
    const translation = { title: 'T'.repeat(700), text: 'E'.repeat(1_000) };
    const layer = {
      translation,
      summary: 'S'.repeat(2_000),
      themes: ['Business'],
      iabTags: ['x'.repeat(400)],
    };
    const kept = fitFinding(aFinding(1, { ...layer, snippet: 'a'.repeat(1_500) }));
    expect(kept).toMatchObject({
      translation: { title: `${'T'.repeat(597)}…`, text: 'E'.repeat(900) },
      summary: 'S'.repeat(1_200),
      themes: ['Business'],
      iabTags: ['x'.repeat(300)],
    });
    const full = { snippet: '東'.repeat(1_500), title: 'a'.repeat(1_500), matched: ['b'.repeat(1_000)] };
    const tight = fitFinding(aFinding(1, { ...layer, ...full }));
    expect(tight.snippet).toBe(full.snippet);
    expect(tight).not.toHaveProperty('translation');
    expect(tight.themes).toEqual(['Business']);
  });

  it('leaves out a link that is too long: half a link leads nowhere', () => {
    const link = (length: number) => `https://outlet.example/${'a'.repeat(length)}`;
    expect(fitFinding(aFinding(1, { link: link(900) })).link).toBe(link(900));
    expect(fitFinding(aFinding(1, { link: link(1_000) })).link).toBeUndefined();
  });

  it('keeps the first authors and words whole, and cuts one that alone is too long', () => {
    const authors = Array.from({ length: 5_000 }, (_, n) => `Author Number ${n}`);
    const fitted = fitFinding(aFinding(1, { authors, matched: ['東'.repeat(5_000), 'Acme'] }));
    expect(fitted.authors).toEqual(authors.slice(0, fitted.authors.length));
    expect(fitted.authors.length).toBeGreaterThan(20);
    expect(fitted.matched).toEqual(['東'.repeat(333)]);
  });

  it('keeps the facts of an event, each cut to its measure, and its articles where there is room', () => {
    const facts = { company_name: 'Acme', event_date: '2026-11-20', places: '東'.repeat(500) };
    const articles = Array.from({ length: 60 }, (_, n) => ({ title: `Article ${n}`, publishedAt: n }));
    const fitted = fitFinding(aFinding(1, { facts, articles }));
    expect(fitted.facts).toEqual({ ...facts, places: '東'.repeat(66) });
    expect(fitted.articles).toEqual(articles.slice(0, 50));
    const heavy = articles.map((article) => ({ ...article, title: 'a'.repeat(300) }));
    const some = fitFinding(aFinding(1, { facts, articles: heavy })).articles ?? [];
    expect(some.length).toBeGreaterThan(20);
    expect(some.length).toBeLessThan(50);
  });

  it('has at most 8 KB, whatever the news says, and keeps its identity', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc
        .tuple(
          fc.constantFrom('a', '\u0000', '"', '東', '🚀', '\ud83d', 'z\u0351'),
          fc.integer({ min: 1, max: 20_000 }),
        )
        .map(([part, times]) => part.repeat(times)),
    );
    const hostile = fc.record(
      {
        title: text,
        snippet: text,
        link: text,
        language: text,
        excludedBy: text,
        authors: fc.array(text, { maxLength: 30 }),
        matched: fc.array(text, { maxLength: 30 }),
        articles: fc.array(fc.record({ title: text, link: text, publishedAt: fc.nat() }), { maxLength: 60 }),
        companies: fc.array(text, { maxLength: 30 }),
        summary: text,
        translation: fc.record({ title: text, text }, { requiredKeys: [] }),
        themes: fc.array(text, { maxLength: 30 }),
        people: fc.array(text, { maxLength: 30 }),
        iptcTags: fc.array(text, { maxLength: 30 }),
        facts: fc.dictionary(fc.stringMatching(/^[a-z_]{1,30}$/), text, { maxKeys: 20 }),
        outlet: fc.record({ domain: text, name: text, country: text, rank: fc.nat() }),
      },
      { requiredKeys: ['title', 'snippet', 'authors', 'matched'] },
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        const finding = aFinding(1, parts);
        const fitted = fitFinding(finding);
        expect(bytesOf(fitted)).toBeLessThanOrEqual(FINDING_BYTES);
        expect(fitted.fingerprint).toBe(finding.fingerprint);
        expect(fitted.title === '').toBe(finding.title === '');
        expect(fitted.snippet.length).toBeGreaterThanOrEqual(Math.min(finding.snippet.length, 20));
        expect(fitFinding(fitted)).toEqual(fitted);
      }),
      { numRuns: fullForm(60, 200) },
    );
  });
});

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
