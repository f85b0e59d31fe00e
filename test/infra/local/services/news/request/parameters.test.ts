import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEWS_PARAMETERS, type NewsPath } from '../../../../../../shared/domain/services/news-rules.ts';
import { openNews, type OpenNews } from '../open-news.ts';

describe('parameters', () => {
  const LONG =
    'The markets rose and the analysts were content with what the company had told them about sales. '.repeat(
      4,
    );

  /** Ten articles that differ in everything a filter can look at; ids are their places. */
  const RECORDS: Record<string, unknown>[] = [
    {
      title: 'Acme opens a plant',
      content: `Acme Corp opens a plant in Chicago. ${LONG}`,
      author: 'Jane Doe',
      authors: ['Jane Doe'],
      language: 'en',
      country: 'US',
      domain_url: 'herald.example',
      full_domain_url: 'www.herald.example',
      name_source: 'Harbor Herald',
      rank: 10,
      is_headline: true,
      parent_url: 'https://www.herald.example/business/',
      all_links: ['https://acme.example/news/plant'],
      all_domain_links: ['acme.example'],
      all_links_data: [{ link: 'https://acme.example/news/plant', text: 'Acme statement' }],
      custom_tags: { desk: ['Business'] },
      nlp: {
        theme: 'Business, Finance',
        summary: 'A factory opens',
        sentiment: { title: 0.5, content: 0.8 },
        ner_ORG: [{ entity_name: 'Acme Corp', count: 3 }],
        ner_PER: [{ entity_name: 'Jane Roe', count: 1 }],
        ner_LOC: [{ entity_name: 'Chicago', count: 2 }],
        ner_MISC: [{ entity_name: 'Rocket 5', count: 1 }],
        iptc_tags_id: ['04000000'],
        iab_tags_name: ['Business and Finance'],
      },
    },
    {
      title: 'Acme ouvre une usine',
      content: 'Acme ouvre une usine.',
      title_translated_en: 'Acme opens a factory',
      content_translated_en: 'Acme opens a factory in Lyon.',
      author: 'Camille Renaud',
      language: 'fr',
      country: 'FR',
      domain_url: 'gazette.example',
      full_domain_url: 'lyon.gazette.example',
      name_source: 'La Gazette',
      rank: 200,
      published_date_precision: 'date',
      nlp: {
        theme: 'Politics',
        sentiment: { title: -0.5, content: -0.8 },
        translation_summary: 'Factory in Lyon',
        iptc_tags_id: ['11000000'],
        iab_tags_name: ['News and Politics'],
      },
    },
    {
      title: 'Acme opinion: a plant too many',
      content: 'Subscribe to read about Acme.',
      author: 'John Roe',
      journalists: ['Jane Doe'],
      language: 'en',
      country: 'GB',
      domain_url: 'ledger.example',
      name_source: 'The Ledger',
      rank: 30,
      is_opinion: true,
      paid_content: true,
      robots_compliant: false,
      additional_domain_info: {
        is_news_domain: false,
        news_domain_type: 'Press Releases',
        news_type: 'Blogs and Magazines',
      },
      nlp: {},
    },
    {
      title: 'Acme again',
      content: 'Acme again, from an unranked place.',
      language: 'de',
      country: 'DE',
      domain_url: 'village.example',
      name_source: 'Village Board',
      rank: null,
    },
    {
      title: 'Acme of last week',
      content: 'Acme of last week.',
      language: 'es',
      country: 'ES',
      domain_url: 'diario.example',
      name_source: 'El Diario',
      rank: 400,
      published_date: '2026-11-15 07:00:00',
      parse_date: '2026-11-20 12:00:00',
    },
  ];

  /** Finds at its default what every request here finds: everything ranked of the last week on Acme. */
  const BASE: Partial<Record<NewsPath, Record<string, unknown>>> = {
    search: { q: 'Acme' },
    search_similar: { q: 'Acme' },
    aggregation_count: { q: 'Acme' },
    authors: { author_name: 'Jane Doe' },
  };

  let news: OpenNews;
  beforeAll(async () => {
    news = await openNews(RECORDS);
  });
  afterAll(() => news.close());

  const bodyOf = (path: NewsPath, more: Record<string, unknown>) => ({ ...BASE[path], ...more });

  async function found(path: NewsPath, more: Record<string, unknown>): Promise<string> {
    const { status, body } = await news.post(path, bodyOf(path, more));
    if (status !== 200) throw new Error(`${status}: ${body.message}`);
    const articles: { id: string }[] = body.articles ?? body.breaking_news_events ?? [];
    return articles
      .map(({ id }) => id)
      .toSorted()
      .join('');
  }

  /** A parameter, a path, what is sent, and the ids that are then found. */
  const EFFECTS: [name: string, path: NewsPath, sent: Record<string, unknown>, ids: string][] = [
    ['q', 'search', { q: 'plant' }, '02'],
    ['q', 'search', { q: '*', ranked_only: false }, '01234'],
    ['q', 'search_similar', { q: 'plant' }, '02'],
    ['author_name', 'authors', { author_name: 'Jane Doe' }, '02'],
    ['author_name', 'authors', { author_name: 'Jane' }, ''],
    ['author_name', 'authors', { author_name: 'jane doe' }, ''],
    ['not_author_name', 'search', { not_author_name: ['Jane Doe', 'Nobody'] }, '14'],
    ['search_in', 'search', { q: 'factory', search_in: 'title_content' }, ''],
    ['search_in', 'search', { q: 'plant', search_in: 'content' }, '0'],
    ['search_in', 'search', { q: 'factory', search_in: 'summary' }, '0'],
    ['search_in', 'search', { q: 'factory', search_in: 'title_translated' }, '1'],
    ['search_in', 'search', { q: 'Lyon', search_in: 'content_translated' }, '1'],
    ['search_in', 'search', { q: 'Lyon', search_in: 'summary_translated' }, '1'],
    ['search_in', 'search', { q: 'factory Lyon', search_in: 'title_content_translated' }, '1'],
    ['search_in', 'search', { q: 'factory', search_in: 'summary,title_translated' }, '01'],
    ['links', 'search_by_link', { links: ['http://acme.example/news/plant/'] }, '0'],
    ['links', 'search_by_link', { links: 'acme.example' }, '0'],
    ['links', 'search_by_link', { links: ['https://herald.example/articles/0'] }, '0'],
    ['ids', 'search_by_link', { ids: ['3', '4', '9'] }, '34'],
    ['source_name', 'search', { source_name: ['herald', 'gazette'] }, '01'],
    ['predefined_sources', 'search', { predefined_sources: 'top 1 US, top 5 GB' }, '02'],
    ['sources', 'search', { sources: ['gazette.example'] }, '1'],
    ['sources', 'search', { sources: 'lyon.gazette.example' }, '1'],
    ['sources', 'search', { sources: 'paris.gazette.example' }, ''],
    ['not_sources', 'search', { not_sources: 'gazette.example,herald.example' }, '24'],
    ['lang', 'search', { lang: 'FR,es' }, '14'],
    ['not_lang', 'latest_headlines', { not_lang: ['en'] }, '14'],
    ['countries', 'search', { countries: ['us', 'GB'] }, '02'],
    ['not_countries', 'search', { not_countries: ['US', 'GB'] }, '14'],
    ['from_', 'search', { from_: '2026-11-20' }, '012'],
    ['from_', 'search', { from_: '2 days ago' }, '012'],
    ['to_', 'search', { to_: '2026/11/20 00:00:00' }, '4'],
    ['when', 'latest_headlines', { when: '24h' }, '012'],
    ['when', 'latest_headlines', {}, '0124'],
    ['published_date_precision', 'search', { published_date_precision: 'date' }, '1'],
    ['by_parse_date', 'search', { by_parse_date: true, from_: '2026-11-20' }, '0124'],
    ['ranked_only', 'search', { ranked_only: false }, '01234'],
    ['from_rank', 'search', { from_rank: 100 }, '14'],
    ['to_rank', 'search', { to_rank: 100 }, '02'],
    ['is_headline', 'search', { is_headline: true }, '0'],
    ['is_headline', 'search', { is_headline: false }, '0124'],
    ['is_opinion', 'search', { is_opinion: true }, '2'],
    ['is_opinion', 'search', { is_opinion: false }, '014'],
    ['is_paid_content', 'search', { is_paid_content: false }, '014'],
    ['is_paid_content', 'search', { is_paid_content: true }, '0124'],
    ['parent_url', 'search', { parent_url: ['https://herald.example/business'] }, '0'],
    ['all_links', 'search', { all_links: ['https://acme.example/news/plant'] }, '0'],
    ['all_domain_links', 'search', { all_domain_links: 'acme.example' }, '0'],
    ['all_links_text', 'search', { all_links_text: ['statement'] }, '0'],
    ['word_count_min', 'search', { word_count_min: 20 }, '0'],
    ['word_count_max', 'search', { word_count_max: 20 }, '124'],
    ['is_news_domain', 'search', { is_news_domain: false }, '2'],
    ['news_domain_type', 'search', { news_domain_type: 'Press Releases, Other' }, '2'],
    ['news_type', 'search', { news_type: ['Blogs and Magazines'] }, '2'],
    ['has_nlp', 'search', { has_nlp: true }, '012'],
    ['theme', 'search', { theme: 'Finance' }, '0'],
    ['theme', 'search', { theme: ['Politics', 'Finance'] }, '01'],
    ['not_theme', 'search', { not_theme: 'Politics,Finance' }, '24'],
    ['title_sentiment_min', 'search', { title_sentiment_min: 0.5, not_author_name: 'John Roe' }, '0'],
    ['title_sentiment_max', 'search', { title_sentiment_max: -0.5 }, '1'],
    ['content_sentiment_min', 'search', { content_sentiment_min: 0.8, not_author_name: 'John Roe' }, '0'],
    ['content_sentiment_max', 'search', { content_sentiment_max: -0.8 }, '1'],
    [
      'ORG_entity_name',
      'search',
      { ORG_entity_name: '"acme" AND NOT "globex"', lang: 'en', is_opinion: false },
      '0',
    ],
    ['ORG_entity_name', 'search', { ORG_entity_name: 'COUNT("Acme Corp", 2, "gt")' }, '0'],
    ['ORG_entity_name', 'search', { ORG_entity_name: 'COUNT("Acme Corp", 3, "gt")' }, ''],
    ['PER_entity_name', 'search', { PER_entity_name: '"Jane Roe" OR "Nobody"' }, '0'],
    ['LOC_entity_name', 'search', { LOC_entity_name: 'Chicago' }, '0'],
    ['MISC_entity_name', 'search', { MISC_entity_name: '("Rocket 5")' }, '0'],
    ['ner_name', 'authors', { ner_name: 'Nobody, Rocket 5' }, '0'],
    ['iptc_tags', 'search', { iptc_tags: ['11000000'] }, '1'],
    ['not_iptc_tags', 'search', { not_iptc_tags: ['11000000'], lang: 'fr,es' }, '4'],
    ['iab_tags', 'search', { iab_tags: ['Business and Finance'], is_opinion: false }, '0'],
    ['not_iab_tags', 'search', { not_iab_tags: 'News and Politics', lang: 'fr,es' }, '4'],
    ['custom_tags', 'search', { 'custom_tags.desk': ['Business', 'Sport'] }, '0'],
    ['custom_tags', 'search', { 'custom_tags.desk': ['business'] }, ''],
    ['custom_tags', 'search', { 'custom_tags.constructor': ['Business'] }, ''],
    ['robots_compliant', 'search', { robots_compliant: false }, '2'],
    ['robots_compliant', 'search', { robots_compliant: true }, '014'],
  ];

  /** A parameter, a path, a wrong value, and the status of the refusal. */
  const REFUSALS: [name: string, path: NewsPath, sent: Record<string, unknown>, status: number][] = [
    ['q', 'search', { q: undefined }, 499],
    ['q', 'search', { q: ' ' }, 422],
    ['q', 'search', { q: 'a OR b c' }, 422],
    ['q', 'search_similar', { q: ['a'] }, 499],
    ['author_name', 'authors', { author_name: undefined }, 499],
    ['author_name', 'authors', { author_name: '' }, 422],
    ['not_author_name', 'search', { not_author_name: [] }, 422],
    ['search_in', 'search', { search_in: 'body' }, 422],
    ['search_in', 'search', { search_in: ['title', 'content', 'summary'] }, 422],
    ['links', 'search_by_link', {}, 499],
    ['links', 'search_by_link', { links: ['https://a.example'], ids: ['1'] }, 422],
    ['ids', 'search_by_link', { ids: [1] }, 499],
    ['source_url', 'sources', { source_url: 'herald.example', lang: 'en' }, 422],
    ['source_url', 'sources', { source_url: 'https://herald.example' }, 422],
    ['include_additional_info', 'sources', { include_additional_info: true }, 499],
    ['source_name', 'search', { source_name: 7 }, 499],
    ['predefined_sources', 'search', { predefined_sources: 'best 5 US' }, 422],
    ['sources', 'search', { sources: 'https://herald.example' }, 422],
    ['not_sources', 'search', { not_sources: ['herald.example/x'] }, 422],
    ['lang', 'search', { lang: 'english' }, 422],
    ['lang', 'search', { lang: 'xx' }, 422],
    ['countries', 'search', { countries: 'ZZ' }, 422],
    ['countries', 'search', { countries: ['DE', 'EU'] }, 422],
    ['not_countries', 'search', { not_countries: 'UK' }, 422],
    ['predefined_sources', 'search', { predefined_sources: 'top 0 US' }, 422],
    ['predefined_sources', 'search', { predefined_sources: ['top 5 US', 'top 5 ZZ'] }, 422],
    ['not_lang', 'search', { not_lang: 'xx' }, 422],
    ['countries', 'search', { countries: 'USA' }, 422],
    ['not_countries', 'search', { not_countries: 'XY' }, 422],
    ['from_', 'search', { from_: 'someday' }, 422],
    ['from_', 'search', { from_: '2026-02-30' }, 422],
    ['from_', 'search', { from_: 'now', to_: '1 day ago' }, 422],
    ['from_', 'search', { from_: '2025-01-01' }, 403],
    ['to_', 'search', { to_: 20261121 }, 499],
    ['when', 'latest_headlines', { when: '7 days' }, 422],
    ['when', 'latest_headlines', { when: '401d' }, 403],
    ['when', 'search', { when: '7d' }, 403],
    ['published_date_precision', 'search', { published_date_precision: 'x' }, 422],
    ['by_parse_date', 'search', { by_parse_date: 'yes' }, 499],
    ['sort_by', 'search', { sort_by: 'newest' }, 422],
    ['ranked_only', 'search', { ranked_only: 1 }, 499],
    ['from_rank', 'search', { from_rank: 0 }, 422],
    ['from_rank', 'search', { from_rank: 500, to_rank: 400 }, 422],
    ['to_rank', 'search', { to_rank: 1_000_000 }, 422],
    ['is_headline', 'search', { is_headline: 'yes' }, 499],
    ['is_opinion', 'search', { is_opinion: 'no' }, 499],
    ['is_paid_content', 'search', { is_paid_content: 0 }, 499],
    ['parent_url', 'search', { parent_url: {} }, 499],
    ['all_links', 'search', { all_links: ' , ' }, 422],
    ['all_domain_links', 'search', { all_domain_links: 'https://acme.example' }, 422],
    ['all_links_text', 'search', { all_links_text: '' }, 422],
    ['word_count_min', 'search', { word_count_min: -1 }, 422],
    ['word_count_max', 'search', { word_count_max: 1.5 }, 499],
    ['is_news_domain', 'search', { is_news_domain: 'x' }, 499],
    ['news_domain_type', 'search', { news_domain_type: 'Blog' }, 422],
    ['news_type', 'search', { news_type: ['Nonsense'] }, 422],
    ['additional_domain_info', 'search', { additional_domain_info: 'x' }, 499],
    ['page', 'search', { page: 0 }, 422],
    ['page', 'search', { page: 101 }, 422],
    ['page_size', 'search', { page_size: 1001 }, 422],
    ['page_size', 'search', { page_size: '10' }, 499],
    ['top_n_articles', 'breaking_news', { top_n_articles: 101 }, 422],
    ['top_n_articles', 'breaking_news', { top_n_articles: 11 }, 422],
    ['clustering_enabled', 'authors', { clustering_enabled: true }, 403],
    [
      'clustering_enabled',
      'search',
      { clustering_enabled: true, from_: '2025-12-31', to_: '2026-01-02' },
      422,
    ],
    ['clustering_variable', 'search', { clustering_variable: 'body' }, 422],
    ['clustering_threshold', 'search', { clustering_threshold: 0 }, 422],
    ['exclude_duplicates', 'search', { exclude_duplicates: 'x' }, 499],
    ['include_translation_fields', 'search', { include_translation_fields: 'x' }, 499],
    ['include_nlp_data', 'search', { include_nlp_data: 'x' }, 499],
    ['has_nlp', 'search', { has_nlp: 'x' }, 499],
    ['theme', 'search', { theme: 'Nope' }, 422],
    ['not_theme', 'search', { not_theme: ['Tech', 'Nope'] }, 422],
    ['title_sentiment_min', 'search', { title_sentiment_min: 2 }, 422],
    ['title_sentiment_max', 'search', { title_sentiment_max: -1.1 }, 422],
    ['content_sentiment_min', 'search', { content_sentiment_min: '0' }, 499],
    ['content_sentiment_max', 'search', { content_sentiment_max: 1.01 }, 422],
    ['ORG_entity_name', 'search', { ORG_entity_name: '"Acme' }, 422],
    ['ORG_entity_name', 'search', { ORG_entity_name: 'COUNT("Acme", 2, "above")' }, 422],
    ['PER_entity_name', 'search', { PER_entity_name: '("Jane Roe"' }, 422],
    ['LOC_entity_name', 'search', { LOC_entity_name: 'Chicago AND' }, 422],
    ['MISC_entity_name', 'search', { MISC_entity_name: 'NEAR("Rocket 5")' }, 422],
    ['ner_name', 'search', { ner_name: 'Acme' }, 403],
    ['iptc_tags', 'search', { iptc_tags: '4' }, 422],
    ['not_iptc_tags', 'search', { not_iptc_tags: [4000000] }, 499],
    ['iab_tags', 'search', { iab_tags: '' }, 422],
    ['not_iab_tags', 'search', { not_iab_tags: true }, 499],
    ['custom_tags', 'search', { custom_tags: ['Business'] }, 403],
    ['robots_compliant', 'search', { robots_compliant: 'yes' }, 499],
    ['include_similar_documents', 'search_similar', { include_similar_documents: 'x' }, 499],
    ['similar_documents_number', 'search_similar', { similar_documents_number: 0 }, 422],
    ['similar_documents_fields', 'search_similar', { similar_documents_fields: 'author' }, 422],
    ['aggregation_by', 'aggregation_count', { aggregation_by: 'mood' }, 422],
  ];

  /** Parameters whose effect is on the answer rather than on what is found; their tests stand elsewhere. */
  const SHAPING = [
    'source_url',
    'include_additional_info',
    'sort_by',
    'additional_domain_info',
    'exclude_duplicates',
    'page',
    'page_size',
    'top_n_articles',
    'clustering_enabled',
    'clustering_variable',
    'clustering_threshold',
    'include_translation_fields',
    'include_nlp_data',
    'include_similar_documents',
    'similar_documents_number',
    'similar_documents_fields',
    'aggregation_by',
  ];

  describe('parameters of the news service', () => {
    it('are all tested', () => {
      const names = Object.keys(NEWS_PARAMETERS).toSorted();
      const effects = new Set([...EFFECTS.map(([name]) => name), ...SHAPING]);
      expect([...effects].toSorted()).toEqual(names);
      expect([...new Set(REFUSALS.map(([name]) => name))].toSorted()).toEqual(names);
    });

    it.each(EFFECTS)('%s takes effect on %s: %j', async (_, path, sent, ids) => {
      expect(await found(path, sent)).toBe(ids);
    });

    it.each(REFUSALS)('%s is refused on %s: %j', async (name, path, sent, status) => {
      const answer = await news.post(path, bodyOf(path, sent));
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({
        message: expect.stringMatching(/./),
        status_code: status,
        status: expect.any(String),
      });
      expect(`${answer.body.message} ${name}`).toContain(name);
    });

    it('mean the same in the query string of GET', async () => {
      const post = await news.post('search', {
        q: '"Acme opens" OR usine',
        lang: ['en', 'fr'],
        ranked_only: false,
        page_size: 5,
        title_sentiment_max: 0.9,
        'custom_tags.desk': ['Business'],
      });
      const get = await news.get('search', {
        q: '"Acme opens" OR usine',
        lang: 'en,fr',
        ranked_only: 'false',
        page_size: '5',
        title_sentiment_max: '0.9',
        'custom_tags.desk': 'Business',
      });
      expect(get.body).toEqual(post.body);
      expect(get.body.total_hits).toBe(1);
    });

    it('are refused by name where the path does not have them', async () => {
      const { status, body } = await news.post('search', { q: 'Acme', langs: 'en' });
      expect(status).toBe(403);
      expect(body.message).toContain("'langs'");
      expect(body.message).toContain('lang,');
    });

    it('count as left out when they are null', async () => {
      expect(await found('search', { lang: null, theme: null })).toBe('0124');
    });
  });
});
