import { describe, expect, it } from 'vitest';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { anyFinds, finds, rowMatcherOf } from '../../../../shared/domain/world/match-rows.ts';
import type { WorldRow } from '../../../../shared/domain/world/read-row.ts';

const row = (changes: Partial<WorldRow> = {}): WorldRow => ({
  key: 'k',
  link: 'https://outlet.example/a',
  title: 'Kettles of Acme sell well',
  outlet: { domain: 'outlet.example', country: 'FR' },
  language: 'fr',
  authors: [],
  people: ['José Pérez'],
  companies: ['Globex Inc'],
  names: ['Leipzig Fair'],
  themes: ['ECON_STOCKMARKET'],
  tone: -4,
  publishedAt: 0,
  slot: 0,
  ...changes,
});
const asking = (query: Watch['query'], changes: Partial<Watch> = {}) => ({ query, ...changes });

describe('a watch of the archive', () => {
  it.each<[string, Watch['query'], boolean]>([
    ['a word of the title', { q: 'kettles' }, true],
    ['a name', { q: '"Jose Perez"' }, true],
    ['a phrase across two names', { q: '"Perez Globex"' }, false],
    ['words of several names', { q: 'Globex AND Leipzig AND NOT comics' }, true],
    ['a word with wildcards', { q: 'kett*' }, true],
    ['a language', { q: 'Acme', lang: ['fr', 'de'] }, true],
    ['another language', { q: 'Acme', lang: ['en'] }, false],
    ['a country', { q: 'Acme', countries: ['fr'] }, true],
    ['a theme', { q: 'Acme', themes: ['econ_stockmarket'] }, true],
    ['a tone', { q: 'Acme', tone_max: -3 }, true],
    ['a worse tone', { q: 'Acme', tone_max: -5 }, false],
  ])('finds by %s', (_name, query, found) => {
    expect(finds(rowMatcherOf(asking(query)), row())).toBe(found);
    expect(anyFinds([asking({ q: 'unheard' }), asking(query)])(row())).toBe(found);
  });

  it('compares accents where it says so', () => {
    const exact = { accents: 'exact' } as const;
    expect(anyFinds([asking({ q: 'Perez' }, exact)])(row())).toBe(false);
    expect(anyFinds([asking({ q: 'Pérez' }, exact)])(row())).toBe(true);
  });

  it('a row without country or tone is not found by them, one without language is', () => {
    const { tone: _tone, language: _language, ...bare } = row({ outlet: { domain: 'outlet.example' } });
    expect(finds(rowMatcherOf(asking({ q: 'Acme', countries: ['FR'] })), bare)).toBe(false);
    expect(finds(rowMatcherOf(asking({ q: 'Acme', tone_max: 0 })), bare)).toBe(false);
    expect(finds(rowMatcherOf(asking({ q: 'Acme', lang: ['en'] })), bare)).toBe(true);
  });
});

it('of many watches only those are asked whose words a row has', () => {
  const others = Array.from({ length: 1_000 }, (_, n) => asking({ q: `"brand${n} of" AND NOT comics` }));
  const isFound = anyFinds(others);
  expect(isFound(row())).toBe(false);
  expect(isFound(row({ title: 'The brand77 of today' }))).toBe(true);
});
