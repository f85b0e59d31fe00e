import { describe, expect, it } from 'vitest';
import {
  hasLanguageLayer,
  newsRequestBreaches,
  takesParameter,
  NEWS_PARAMETERS,
  NEWS_PATHS,
  parameterNamesOf,
  parameterOf,
  type NewsParameter,
} from '../../../../shared/domain/services/news-rules.ts';
import { WATCH_KINDS } from '../../../../shared/domain/watches/watch.ts';

const fieldsOf = (...given: Parameters<typeof newsRequestBreaches>) =>
  newsRequestBreaches(...given).map((breach) => breach.fields);

describe('newsRequestBreaches', () => {
  it.each([
    ['from_rank', 'to_rank'],
    ['word_count_min', 'word_count_max'],
    ['title_sentiment_min', 'title_sentiment_max'],
    ['content_sentiment_min', 'content_sentiment_max'],
  ])('wants %s at most %s', (least, most) => {
    expect(fieldsOf('search', { [least]: 1, [most]: 0 })).toEqual([[least, most]]);
  });

  it('refuses a page beyond the articles that can be reached, with the default size too', () => {
    expect(fieldsOf('search', { page: 11, page_size: 1000 })).toEqual([['page', 'page_size']]);
    expect(fieldsOf('search', { page: 101 })).toEqual([['page', 'page_size']]);
    expect(fieldsOf('search', { page: 100 })).toEqual([]);
  });

  it('bounds the articles of one answer of breaking news', () => {
    expect(fieldsOf('breaking_news', { top_n_articles: 11 })).toEqual([['top_n_articles', 'page_size']]);
    expect(fieldsOf('breaking_news', { top_n_articles: 10, page_size: 100 })).toEqual([]);
  });

  it('wants exactly one of links and ids', () => {
    expect(fieldsOf('search_by_link', {})).toEqual([['links', 'ids']]);
    expect(fieldsOf('search_by_link', { links: ['a'], ids: ['b'] })).toEqual([['links', 'ids']]);
    expect(fieldsOf('search_by_link', { ids: ['b'], links: undefined })).toEqual([]);
  });

  it('requires a filter for sources; source_url alone is enough', () => {
    expect(fieldsOf('sources', { include_additional_info: true })).toEqual([[]]);
    expect(fieldsOf('sources', { source_url: ['a.example'], lang: ['en'] })).toEqual([['lang']]);
    expect(fieldsOf('sources', { source_url: ['a.example'], include_additional_info: true })).toEqual([]);
  });
});

describe('the kinds of the news service', () => {
  it('take the parameters of their paths, and other kinds take none', () => {
    expect(WATCH_KINDS.filter((kind) => takesParameter(kind, 'ranked_only'))).toEqual([
      'search',
      'headlines',
      'breaking',
      'authors',
      'similar',
      'volume',
    ]);
    expect(WATCH_KINDS.filter((kind) => takesParameter(kind, 'author_name'))).toEqual(['authors']);
  });

  it('come with the language layer, but for links and counts', () => {
    expect(WATCH_KINDS.filter(hasLanguageLayer)).toEqual([
      'search',
      'headlines',
      'breaking',
      'authors',
      'similar',
    ]);
  });
});

const rows = Object.entries<NewsParameter>(NEWS_PARAMETERS);

describe('the table of parameters', () => {
  it('gives the authors path exactly the parameters of its description', () => {
    const described = `author_name not_author_name predefined_sources sources not_sources lang not_lang countries
      not_countries from_ to_ published_date_precision by_parse_date sort_by ranked_only from_rank to_rank is_headline
      is_opinion is_paid_content parent_url all_links all_domain_links all_links_text word_count_min word_count_max
      page page_size include_translation_fields include_nlp_data has_nlp theme not_theme ner_name title_sentiment_min
      title_sentiment_max content_sentiment_min content_sentiment_max iptc_tags not_iptc_tags iab_tags not_iab_tags
      custom_tags robots_compliant`;
    expect(parameterNamesOf('authors').toSorted()).toEqual(described.split(/\s+/).toSorted());
  });

  it('counts as many parameters for each path as the description lists', () => {
    const counts = Object.fromEntries(NEWS_PATHS.map((path) => [path, parameterNamesOf(path).length]));
    expect(counts).toEqual({
      search: 57,
      latest_headlines: 45,
      breaking_news: 20,
      authors: 44,
      search_by_link: 7,
      search_similar: 45,
      sources: 11,
      aggregation_count: 45,
    });
  });

  it('requires a parameter only where it is taken', () => {
    for (const [, row] of rows) for (const path of row.requiredOn ?? []) expect(row.paths).toContain(path);
  });

  it('gives values to every enum, and an example to every form', () => {
    const namesOf = (wrong: (row: NewsParameter) => boolean) =>
      rows.filter(([, row]) => wrong(row)).map(([name]) => name);
    expect(namesOf((row) => row.type === 'enum' && (row.values ?? []).length === 0)).toEqual([]);
    expect(namesOf((row) => row.pattern !== undefined && !row.pattern.test(row.example ?? ''))).toEqual([]);
  });
});

describe('parameterOf', () => {
  it('finds a taxonomy of the customer under its dotted name only', () => {
    expect(parameterOf('custom_tags.industry')).toBe(NEWS_PARAMETERS.custom_tags);
    expect(parameterOf('custom_tags')).toBeUndefined();
    expect(parameterOf('custom_tags.')).toBeUndefined();
  });

  it.each(['lang.en', 'Lang', 'toString', '__proto__', ''])('does not know %j', (name) => {
    expect(parameterOf(name)).toBeUndefined();
  });
});
