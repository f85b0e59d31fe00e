import { serviceOf, textsOf, type Watch } from '../watches/watch.ts';
import { typedKeys } from '../lib/fields.ts';
import { SENTIMENT_PARAMETERS, type ToneSelection } from './tone-selection.ts';

/** What narrows where a watch looks for articles, and the parameters of its query that do so. */
const DIMENSIONS = {
  services: [],
  languages: ['lang', 'not_lang'],
  countries: ['countries', 'not_countries'],
  // To leave single outlets out, such as a company's own, changes little.
  sources: ['sources', 'predefined_sources', 'source_name', 'news_domain_type', 'news_type', 'feeds'],
  ranks: ['from_rank', 'to_rank'],
  topics: ['theme', 'not_theme', 'iptc_tags', 'not_iptc_tags', 'iab_tags', 'not_iab_tags', 'custom_tags'],
  tones: SENTIMENT_PARAMETERS,
  'parts of articles': ['search_in'],
  'kinds of articles': ['is_headline', 'is_opinion', 'is_paid_content', 'word_count_min', 'word_count_max'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Where a watch looks for articles, by what narrows it. Without words nothing does. */
export type SearchedNews = Readonly<Record<keyof typeof DIMENSIONS, readonly string[]>>;

/** Where a watch looks for articles. `selection` is what its words and its exclusions choose by tone. */
export function searchedNewsOf(
  { kind, query }: Pick<Watch, 'kind' | 'query'>,
  selection?: ToneSelection,
): SearchedNews {
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
    topics: words(DIMENSIONS.topics),
    tones: [...words(DIMENSIONS.tones), ...(selection ? [`${selection.finds} ${selection.news}`] : [])],
    'parts of articles': words(DIMENSIONS['parts of articles']),
    'kinds of articles': words(DIMENSIONS['kinds of articles']),
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
