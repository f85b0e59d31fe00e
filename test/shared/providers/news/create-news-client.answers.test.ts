import { describe, expect, it } from 'vitest';
import { BadShapeError, RefusedError, ThrottledError } from '../../../../shared/domain/lib/errors.ts';
import { errorOf } from '../http/client-under-test.ts';
import { scriptedServer } from '../scripted-server.ts';
import { articleOf, envelopeOf, newsClient } from './news-fixtures.ts';

async function answered(json: unknown) {
  const server = await scriptedServer({ json });
  return newsClient(server.url).client;
}

describe('an answer with articles', () => {
  it('is read with dates as instants, lists as lists, and the JSON of each article at hand', async () => {
    const raw = articleOf('a1', {
      authors: 'Jane Doe',
      journalists: null,
      published_date: '2026-11-21 07:30:00',
      parse_date: '2026-11-21T07:45:00.123456Z',
      updated_date: 'yesterday',
      rank: '12',
      media: '',
      all_links: ['https://a.example/'],
      unheard_of: { a: 1 },
      custom_tags: { industry: ['Cars'] },
      nlp: {
        theme: 'Business, Tech',
        sentiment: { title: -0.5, content: null },
        ner_ORG: [{ entity_name: 'Acme', count: 2 }, {}],
      },
    });
    const client = await answered(envelopeOf([raw], { user_input: { q: 'acme' }, extra: 1 }));
    const answer = await client.search({ q: 'acme' });
    expect(answer).toMatchObject({ status: 'ok', total_hits: 1, dropped: 0, isClustered: false });
    const [article] = answer.articles.map(({ read }) => read());
    expect(article).toMatchObject({
      id: 'a1',
      authors: ['Jane Doe'],
      journalists: [],
      published_date: Date.parse('2026-11-21T07:30:00Z'),
      parse_date: Date.parse('2026-11-21T07:45:00.123Z'),
      rank: 12,
      media: '',
      custom_tags: { industry: ['Cars'] },
    });
    expect(article?.updated_date).toBeUndefined();
    expect(article?.nlp).toMatchObject({
      theme: ['Business', 'Tech'],
      sentiment: { title: -0.5 },
      ner_ORG: [{ entity_name: 'Acme', count: 2 }],
      ner_PER: [],
    });
    expect(article?.raw).toEqual(raw);
  });

  it('in clusters makes a group of near-copies of each, whatever the id of the cluster and the order of its articles', async () => {
    const { articles: _, ...envelope } = envelopeOf([], { total_hits: 4 });
    const grouped = { ...articleOf('a4'), duplicate_articles_group_id: 'g' };
    const groupsOf = async (id: string, articles: readonly object[]) => {
      const clusters = [
        { cluster_id: id, articles },
        { cluster_id: 'c9', articles: [articleOf('a3')] },
      ];
      const answer = await (await answered({ ...envelope, clusters })).search({ q: 'acme' });
      return new Map(answer.articles.map(({ read }) => [read().id, read().duplicate_articles_group_id]));
    };
    const groups = await groupsOf('c1', [articleOf('a2'), articleOf('a1'), grouped]);
    expect(groups.get('a1')).toBeDefined();
    expect(groups.get('a2')).toBe(groups.get('a1'));
    expect([groups.get('a3'), groups.get('a4')]).toEqual([undefined, 'g']);
    expect(await groupsOf('c2', [articleOf('a1'), grouped, articleOf('a2')])).toEqual(groups);
  });

  it.each(['total_hits', 'page', 'total_pages', 'page_size'])('without %s has a bad shape', async (field) => {
    const client = await answered({ ...envelopeOf([]), [field]: null });
    expect(await errorOf(client.search({ q: 'acme' }))).toBeInstanceOf(BadShapeError);
  });

  it('that is an error under status 200 is that error', async () => {
    const refused = await answered({ status: 'Validation error', message: 'bad q', status_code: 422 });
    expect(await errorOf(refused.search({ q: 'acme' }))).toMatchObject({ refusal: 'request' });
    const slow = await answered({ status: 'Too many requests', message: 'slow down', status_code: 429 });
    expect(await errorOf(slow.search({ q: 'acme' }))).toBeInstanceOf(ThrottledError);
    const unclear = await errorOf(
      (await answered({ status: 'error', message: 'oops' })).search({ q: 'acme' }),
    );
    expect(unclear).toBeInstanceOf(BadShapeError);
    expect(unclear.message).toContain('oops');
  });
});

describe('the other answers', () => {
  it('sources: the domains of objects, or bare ones', async () => {
    const list = ['a.example', { domain_url: 'b.example', logo: null }, { name_source: 'no domain' }];
    const client = await answered({ message: 'cut to 1000', sources: list, user_input: {} });
    expect(await client.sources({ lang: 'en' })).toMatchObject({
      message: 'cut to 1000',
      dropped: 1,
      sources: [{ domain_url: 'a.example' }, { domain_url: 'b.example' }],
    });
  });

  it('with an error status in the body of sources or subscription are that error', async () => {
    const client = await answered({ message: 'plan inactive', status_code: 403 });
    expect(await errorOf(client.subscription())).toBeInstanceOf(RefusedError);
    expect(await errorOf(client.sources({ lang: 'en' }))).toBeInstanceOf(RefusedError);
  });
});
