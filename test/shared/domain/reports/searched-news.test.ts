import { expect, it } from 'vitest';
import { differencesOf, searchedNewsOf } from '../../../../shared/domain/reports/searched-news.ts';
import { toneSelectionOf } from '../../../../shared/domain/reports/tone-selection.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { aWatch } from '../../../ports/examples.ts';

const news = (query: Watch['query'], changes: Partial<Watch> = {}) =>
  searchedNewsOf(aWatch({ query: { q: 'Acme', ...query }, ...changes }));

it.each<[string, Watch['query'], Watch['query'], string[]]>([
  ['the same', { lang: ['en', 'fr'], countries: 'FR' }, { lang: 'fr, EN', countries: ['FR'] }, []],
  ['languages', { lang: ['en'] }, {}, ['languages']],
  ['countries', { not_countries: ['US'] }, {}, ['countries']],
  ['topics', { theme: 'Tech' }, { theme: ['Tech', 'Business'] }, ['topics']],
  ['tones', { content_sentiment_max: -0.2 }, {}, ['tones']],
  ['several', { lang: ['en'], to_rank: 1_000 }, { lang: ['fr'] }, ['languages', 'ranks']],
  ['an outlet that is left out', { not_sources: ['acme.example'] }, {}, []],
])('watches of two names differ in where they look: %s', (_, one, other, differences) => {
  expect(differencesOf([[news(one)], [news(other)]])).toEqual(differences);
});

it('a watch whose words choose bad news finds other news than one that finds all', () => {
  const watch = aWatch({ query: { q: 'Acme AND (breach OR lawsuit)' } });
  const bad = searchedNewsOf(watch, toneSelectionOf(watch, ['Acme']));
  expect(differencesOf([[bad], [news({})]])).toEqual(['tones']);
  expect(differencesOf([[bad, news({})], [news({})]])).toEqual([]);
});

it('a name is searched wherever one of its watches looks', () => {
  const wide = [news({ lang: ['en'], ranked_only: false }), news({ countries: ['FR'], ranked_only: false })];
  expect(differencesOf([wide, [news({ ranked_only: false })]])).toEqual([]);
});

it('feeds are other news than what the news service has', () => {
  const feeds = news({ feeds: ['trade'] }, { kind: 'feeds' });
  expect(differencesOf([[feeds], [news({})]])).toEqual(['services', 'sources']);
});
