import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNews, type OpenNews } from './open-news.ts';

const RECORDS = [
  {
    id: 'own',
    language: 'en',
    title: 'Police arrest suspect after terrible murder in Chicago',
    content:
      'Daniel Reyes of Acme Corp said on Friday that the murder in Chicago was awful. Acme Corp will help the police. The trial begins in spring.',
  },
  { id: 'happy', language: 'en', title: 'Wonderful: team wins the championship, a great and happy day' },
  { id: 'french', language: 'fr', title: 'Un meurtre à Lyon', content: 'Un meurtre à Lyon.' },
  {
    id: 'translated',
    language: 'fr',
    title: 'Un match à Lyon',
    nlp: {
      theme: ['Sports'],
      summary: 'Un match.',
      translation_summary: 'A match.',
      translation_ner_LOC: [{ entity_name: 'Lyon', count: 2 }],
      ner_LOC: null,
      new_embedding: [0.1, 0.2],
    },
  },
  {
    id: 'given',
    language: 'en',
    title: 'Police arrest suspect after terrible murder',
    nlp: {
      theme: 'Weather',
      summary: 'Rain.',
      sentiment: { title: 1, content: 1 },
      ner_ORG: [{ entity_name: 'Rain Inc', count: 9 }],
    },
  },
];

let news: OpenNews;
beforeAll(async () => {
  news = await openNews(RECORDS);
});
afterAll(() => news.close());

const nlpOf = async (id: string, more: Record<string, unknown> = {}) => {
  const { body } = await news.post('search', { q: '*', include_nlp_data: true, ...more });
  return body.articles.find((article: any) => article.id === id).nlp;
};
const found = async (sent: Record<string, unknown>) => news.search('*', sent);

describe('the language layer', () => {
  it('analyses English articles', async () => {
    const nlp = await nlpOf('own');
    expect(nlp.theme).toContain('Crime');
    expect(nlp.summary).toMatch(/^Daniel Reyes of Acme Corp said/);
    expect(nlp.sentiment.title).toBeLessThan(0);
    expect(nlp.ner_PER).toContainEqual({ entity_name: 'Daniel Reyes', count: 1 });
    expect(nlp.ner_ORG).toContainEqual({ entity_name: 'Acme Corp', count: 2 });
    expect(nlp.ner_LOC).toContainEqual({ entity_name: 'Chicago', count: 2 });
    expect(nlp.iptc_tags_id).toContain('02000000');
    expect(nlp.iab_tags_name).toContain('News and Politics');
  });

  it('has nothing on other languages but what the corpus says', async () => {
    expect(await nlpOf('french')).toEqual({});
    const plain = await nlpOf('translated');
    expect(plain).toMatchObject({ theme: 'Sports', summary: 'Un match.', ner_LOC: null, ner_ORG: null });
    expect(plain).not.toHaveProperty('translation_summary');
    expect(plain).not.toHaveProperty('new_embedding');
    const translated = await nlpOf('translated', { include_translation_fields: true });
    expect(translated).toMatchObject({
      translation_summary: 'A match.',
      translation_ner_LOC: [{ entity_name: 'Lyon', count: 2 }],
    });
  });

  it('leaves what the corpus says as it is', async () => {
    const nlp = await nlpOf('given');
    expect(nlp).toMatchObject({ theme: 'Weather', summary: 'Rain.', sentiment: { title: 1, content: 1 } });
    expect(nlp.ner_ORG).toEqual([{ entity_name: 'Rain Inc', count: 9 }]);
  });

  it('is what filters look at, its own analysis too', async () => {
    expect(await found({ theme: 'Crime' })).toEqual(['own']);
    expect(await found({ title_sentiment_min: 0.05 })).toEqual(['given', 'happy']);
    expect(await found({ content_sentiment_max: -0.05 })).toEqual(['own']);
    expect(await found({ has_nlp: true })).toEqual(['given', 'happy', 'own', 'translated']);
    expect(await found({ ORG_entity_name: '"Acme Corp" AND NOT "Globex"' })).toEqual(['own']);
    expect(await found({ ORG_entity_name: 'COUNT("Acme", 2, "gte")' })).toEqual(['own']);
    expect(await found({ ORG_entity_name: 'COUNT("Acme", 1, "eq") OR COUNT("rain inc", 8, "gt")' })).toEqual([
      'given',
    ]);
  });

  it('can be searched by summary', async () => {
    expect(await news.search('rain', { search_in: 'summary' })).toEqual(['given']);
    expect(await news.search('"A match"', { search_in: 'summary_translated' })).toEqual(['translated']);
  });
});
