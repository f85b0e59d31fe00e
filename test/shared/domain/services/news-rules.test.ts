import { describe, expect, it } from 'vitest';
import {
  hasLanguageLayer,
  newsRequestBreaches,
  takesParameter,
} from '../../../../shared/domain/services/news-rules.ts';
import { WATCH_KINDS } from '../../../../shared/domain/watches/watch.ts';

const fieldsOf = (...given: Parameters<typeof newsRequestBreaches>) =>
  newsRequestBreaches(...given).map((breach) => breach.fields);

describe('newsRequestBreaches', () => {
  it('finds nothing wrong with an ordinary request', () => {
    expect(
      newsRequestBreaches('search', { q: 'acme', from_rank: 5, to_rank: 5, page: 10, page_size: 1000 }),
    ).toEqual([]);
  });

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
