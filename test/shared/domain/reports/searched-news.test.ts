import { expect, it } from 'vitest';
import { differencesOf, searchedNewsOf } from '../../../../shared/domain/reports/searched-news.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { aWatch } from '../../../ports/examples.ts';

const news = (query: Watch['query'], changes: Partial<Watch> = {}) =>
  searchedNewsOf(aWatch({ query: { q: 'Acme', ...query }, ...changes }));

it.each<[string, Watch['query'], Watch['query'], string[]]>([
  ['the same', { lang: ['en', 'fr'], countries: 'FR' }, { lang: 'fr, EN', countries: ['FR'] }, []],
  ['languages', { lang: ['en'] }, {}, ['languages']],
  ['countries', { not_countries: ['US'] }, {}, ['countries']],
  ['sources', { sources: ['news.example'] }, { predefined_sources: ['top 50 US'] }, ['sources']],
  ['ranks', { ranked_only: false }, { ranked_only: true }, ['ranks']],
  ['several', { lang: ['en'], to_rank: 1_000 }, { lang: ['fr'] }, ['languages', 'ranks']],
  ['an outlet that is left out', { not_sources: ['acme.example'] }, {}, []],
])('watches of two names differ in where they look: %s', (_, one, other, differences) => {
  expect(differencesOf([[news(one)], [news(other)]])).toEqual(differences);
});

it('a name is searched wherever one of its watches looks', () => {
  const wide = [news({ lang: ['en'], ranked_only: false }), news({ countries: ['FR'], ranked_only: false })];
  expect(differencesOf([wide, [news({ ranked_only: false })]])).toEqual([]);
});

it('feeds are other news than what the news service has', () => {
  const feeds = news({ feeds: ['trade'] }, { kind: 'feeds' });
  expect(differencesOf([[feeds], [news({})]])).toEqual(['services', 'sources']);
});
