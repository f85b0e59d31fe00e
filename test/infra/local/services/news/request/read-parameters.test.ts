import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  NEWS_PARAMETERS,
  type NewsParameter,
  type NewsPath,
} from '../../../../../../shared/domain/services/news-rules.ts';
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

  /** By path: what is sent, and the ids that are then found. The first parameter of each is the one that is tried. */
  const EFFECTS: [path: NewsPath, ...[sent: Record<string, unknown>, ids: string][]][] = [
    [
      'search',
      [{ q: 'plant' }, '02'],
      [{ q: '*', ranked_only: false }, '01234'],
      [{ not_author_name: ['Jane Doe', 'Nobody'] }, '14'],
      [{ search_in: 'title_content', q: 'factory' }, ''],
      [{ search_in: 'content', q: 'plant' }, '0'],
      [{ search_in: 'summary', q: 'factory' }, '0'],
      [{ search_in: 'title_translated', q: 'factory' }, '1'],
      [{ search_in: 'content_translated', q: 'Lyon' }, '1'],
      [{ search_in: 'summary_translated', q: 'Lyon' }, '1'],
      [{ search_in: 'title_content_translated', q: 'factory Lyon' }, '1'],
      [{ search_in: 'summary,title_translated', q: 'factory' }, '01'],
      [{ source_name: ['herald', 'gazette'] }, '01'],
      [{ predefined_sources: 'top 1 US, top 5 GB' }, '02'],
      [{ sources: ['gazette.example'] }, '1'],
      [{ sources: 'lyon.gazette.example' }, '1'],
      [{ sources: 'paris.gazette.example' }, ''],
      [{ not_sources: 'gazette.example,herald.example' }, '24'],
      [{ lang: 'FR,es' }, '14'],
      [{ countries: ['us', 'GB'] }, '02'],
      [{ not_countries: ['US', 'GB'] }, '14'],
      [{ from_: '2026-11-20' }, '012'],
      [{ from_: '2 days ago' }, '012'],
      [{ to_: '2026/11/20 00:00:00' }, '4'],
      [{ published_date_precision: 'date' }, '1'],
      [{ by_parse_date: true, from_: '2026-11-20' }, '0124'],
      [{ ranked_only: false }, '01234'],
      [{ from_rank: 100 }, '14'],
      [{ to_rank: 100 }, '02'],
      [{ is_headline: true }, '0'],
      [{ is_headline: false }, '0124'],
      [{ is_opinion: true }, '2'],
      [{ is_opinion: false }, '014'],
      [{ is_paid_content: false }, '014'],
      [{ is_paid_content: true }, '0124'],
      [{ parent_url: ['https://herald.example/business'] }, '0'],
      [{ all_links: ['https://acme.example/news/plant'] }, '0'],
      [{ all_domain_links: 'acme.example' }, '0'],
      [{ all_links_text: ['statement'] }, '0'],
      [{ word_count_min: 20 }, '0'],
      [{ word_count_max: 20 }, '124'],
      [{ is_news_domain: false }, '2'],
      [{ news_domain_type: 'Press Releases, Other' }, '2'],
      [{ news_type: ['Blogs and Magazines'] }, '2'],
      [{ has_nlp: true }, '012'],
      [{ theme: 'Finance' }, '0'],
      [{ theme: ['Politics', 'Finance'] }, '01'],
      [{ not_theme: 'Politics,Finance' }, '24'],
      [{ title_sentiment_min: 0.5, not_author_name: 'John Roe' }, '0'],
      [{ title_sentiment_max: -0.5 }, '1'],
      [{ content_sentiment_min: 0.8, not_author_name: 'John Roe' }, '0'],
      [{ content_sentiment_max: -0.8 }, '1'],
      [{ ORG_entity_name: '"acme" AND NOT "globex"', lang: 'en', is_opinion: false }, '0'],
      [{ ORG_entity_name: 'COUNT("Acme Corp", 2, "gt")' }, '0'],
      [{ ORG_entity_name: 'COUNT("Acme Corp", 3, "gt")' }, ''],
      [{ PER_entity_name: '"Jane Roe" OR "Nobody"' }, '0'],
      [{ LOC_entity_name: 'Chicago' }, '0'],
      [{ MISC_entity_name: '("Rocket 5")' }, '0'],
      [{ iptc_tags: ['11000000'] }, '1'],
      [{ not_iptc_tags: ['11000000'], lang: 'fr,es' }, '4'],
      [{ iab_tags: ['Business and Finance'], is_opinion: false }, '0'],
      [{ not_iab_tags: 'News and Politics', lang: 'fr,es' }, '4'],
      [{ 'custom_tags.desk': ['Business', 'Sport'] }, '0'],
      [{ 'custom_tags.desk': ['business'] }, ''],
      [{ 'custom_tags.constructor': ['Business'] }, ''],
      [{ robots_compliant: false }, '2'],
      [{ robots_compliant: true }, '014'],
    ],
    ['search_similar', [{ q: 'plant' }, '02']],
    [
      'authors',
      [{ author_name: 'Jane Doe' }, '02'],
      [{ author_name: 'Jane' }, ''],
      [{ author_name: 'jane doe' }, ''],
      [{ ner_name: 'Nobody, Rocket 5' }, '0'],
    ],
    [
      'search_by_link',
      [{ links: ['http://acme.example/news/plant/'] }, '0'],
      [{ links: 'acme.example' }, '0'],
      [{ links: ['https://herald.example/articles/0'] }, '0'],
      [{ ids: ['3', '4', '9'] }, '34'],
    ],
    ['latest_headlines', [{ not_lang: ['en'] }, '14'], [{ when: '24h' }, '012'], [{}, '0124']],
  ];

  /** A value of a wrong type, and one out of bounds, for each parameter of the table. */
  const WRONG = Object.entries<NewsParameter>(NEWS_PARAMETERS).flatMap(([name, parameter]) => {
    const { type, paths, values, open, pattern, min, above, max, dotted } = parameter;
    const misfits = { list: {}, boolean: 'perhaps', integer: 'x', number: 'x', enum: undefined };
    const unreadable = { date: 'someday', query: 'a OR b c', entities: '"Acme', text: '', list: [] };
    const isClosed = (values && !open) || pattern;
    const misfit = type in misfits ? misfits[type as keyof typeof misfits] : 7;
    const bad = isClosed ? '://' : unreadable[type as keyof typeof unreadable];
    const beyond = [min === undefined ? above : min - 1, max === undefined ? undefined : max + 1, bad];
    return [[499, misfit] as const, ...beyond.map((value) => [422, value] as const)].flatMap(
      ([status, value]) =>
        value === undefined
          ? []
          : [{ path: paths[0]!, status, sent: { [dotted ? `${name}.x` : name]: value } }],
    );
  });

  /** By path and status: what else is refused. */
  const REFUSALS: [path: NewsPath, status: number, ...sent: Record<string, unknown>[]][] = [
    ['search', 499, { q: undefined }, { word_count_max: 1.5 }, { page_size: '10' }, { not_iptc_tags: [7] }],
    [
      'search',
      422,
      { search_in: ['title', 'content', 'summary'] },
      { sources: 'https://herald.example' },
      { lang: 'xx' },
      { not_lang: 'xx' },
      { countries: ['DE', 'EU'] },
      { not_countries: 'UK' },
      { predefined_sources: 'top 0 US' },
      { predefined_sources: ['top 5 US', 'top 5 ZZ'] },
      { from_: '2026-02-30' },
      { from_: 'now', to_: '1 day ago' },
      { from_rank: 500, to_rank: 400 },
      { all_links: ' , ' },
      { page: 101 },
      { clustering_enabled: true, from_: '2025-12-31', to_: '2026-01-02' },
      { ORG_entity_name: 'COUNT("Acme", 2, "above")' },
      { PER_entity_name: '("Jane Roe"' },
      { LOC_entity_name: 'Chicago AND' },
      { MISC_entity_name: 'NEAR("Rocket 5")' },
    ],
    ['authors', 499, { author_name: undefined }],
    ['search_by_link', 499, {}],
    ['search_by_link', 422, { links: ['https://a.example'], ids: ['1'] }],
    ['sources', 422, { source_url: 'herald.example', lang: 'en' }],
    ['sources', 499, { include_additional_info: true }],
    ['search', 403, { from_: '2025-01-01' }, { when: '7d' }, { ner_name: 'Acme' }, { custom_tags: ['B'] }],
    ['latest_headlines', 403, { when: '401d' }],
    ['breaking_news', 422, { top_n_articles: 11 }],
    ['authors', 403, { clustering_enabled: true }],
    ['search_similar', 422, { similar_documents_fields: 'author' }],
    ['aggregation_count', 422, { aggregation_by: 'mood' }],
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

  const effects = EFFECTS.flatMap(([path, ...rows]) => rows.map(([sent, ids]) => ({ path, sent, ids })));
  const others = REFUSALS.flatMap(([path, status, ...rows]) => rows.map((sent) => ({ path, status, sent })));
  const refusals: { path: NewsPath; status: number; sent: Record<string, unknown> }[] = [...WRONG, ...others];
  const namesIn = (rows: readonly { sent: object }[]) =>
    rows.map(({ sent }) => Object.keys(sent)[0]?.split('.')[0] ?? '');

  describe('parameters of the news service', () => {
    it('are all tested', () => {
      const names = Object.keys(NEWS_PARAMETERS).toSorted();
      expect([...new Set([...namesIn(effects), ...SHAPING])].filter(Boolean).toSorted()).toEqual(names);
      expect([...new Set(namesIn(refusals))].filter(Boolean).toSorted()).toEqual(names);
    });

    it.each(effects)('of $path take effect: $sent', async ({ path, sent, ids }) => {
      expect(await found(path, sent)).toBe(ids);
    });

    it.each(refusals)('of $path are refused: $sent', async ({ path, status, sent }) => {
      const answer = await news.post(path, bodyOf(path, sent));
      expect(answer.status).toBe(status);
      const message = expect.stringMatching(/./);
      expect(answer.body).toEqual({ message, status_code: status, status: expect.any(String) });
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
  });
});
