import { serviceOf, textsOf, type Watch } from '../watches/watch.ts';
import { typedKeys } from '../lib/fields.ts';

/** What narrows where a watch looks for articles, and the parameters of its query that do so. */
const DIMENSIONS = {
  services: [],
  languages: ['lang', 'not_lang'],
  countries: ['countries', 'not_countries'],
  // To leave single outlets out, such as a company's own, changes little.
  sources: ['sources', 'predefined_sources', 'feeds'],
  ranks: ['from_rank', 'to_rank'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Where a watch looks for articles, by what narrows it. Without words nothing does. */
export type SearchedNews = Readonly<Record<keyof typeof DIMENSIONS, readonly string[]>>;

/** Where a watch looks for articles. */
export function searchedNewsOf({ kind, query }: Pick<Watch, 'kind' | 'query'>): SearchedNews {
  const words = (names: readonly string[]) =>
    names.flatMap((name) => {
      const value = query[name];
      const texts = typeof value === 'object' || typeof value === 'string' ? textsOf(value) : [value];
      return value === undefined ? [] : texts.map((text) => `${name} ${String(text).toLowerCase()}`);
    });
  return {
    services: [serviceOf(kind)],
    languages: words(DIMENSIONS.languages),
    countries: words(DIMENSIONS.countries),
    sources: words(DIMENSIONS.sources),
    // The news service leaves out outlets without a rank unless it is asked for them.
    ranks: [...(query['ranked_only'] === false ? [] : ['ranked_only']), ...words(DIMENSIONS.ranks)],
  };
}

/**
 * In what the watches of some names look for articles in different places, so that their counts cannot be compared:
 * `languages`, `countries`. A name is searched wherever one of its watches looks.
 */
export function differencesOf(names: readonly (readonly SearchedNews[])[]): string[] {
  return typedKeys(DIMENSIONS).filter((dimension) => {
    const places = names.map((watches) => {
      const words = watches.map((news) => news[dimension]);
      return words.some(({ length }) => length === 0) ? '' : [...new Set(words.flat())].toSorted().join('\n');
    });
    return new Set(places).size > 1;
  });
}
