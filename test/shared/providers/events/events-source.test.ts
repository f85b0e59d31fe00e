import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { eventsSource } from '../../../../shared/providers/events/events-source.ts';
import { aWatch } from '../../../ports/examples.ts';
import { scriptedServer, type Line } from '../scripted-server.ts';
import { answerOf, breachOf, eventsClient } from './events-fixtures.ts';
import { readPage } from '../../../ports/found-pages.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');
const window = { from: MIDNIGHT, to: NOW };

async function sourceOver(...script: Line[]) {
  const server = await scriptedServer(...script);
  const source = eventsSource(eventsClient(server.url).client);
  return {
    server,
    ask: (changes: Partial<Watch> = {}) =>
      readPage(
        source.fetchPage(
          {
            watch: aWatch({ kind: 'events', query: { event_type: 'data_breach' }, ...changes }),
            window,
            page: 1,
          },
          { deadline: NOW + 5 * MINUTE },
        ),
      ),
  };
}

const findingOf = async (event: object, changes: Partial<Watch> = {}, more: object = {}) => {
  const { ask } = await sourceOver({ json: answerOf([event], more) });
  const { findings } = await ask(changes);
  return findings[0]!;
};

describe('what is asked', () => {
  it('is whole days of extraction, a day more than the window, with the articles', async () => {
    const { server, ask } = await sourceOver({ json: answerOf([]) });
    await ask({
      query: {
        event_type: 'layoff',
        additional_filters: { company_name: ['Acme'], 'layoff.number_of_people_laid_off': { gte: 100 } },
        additional_article_fields: ['rank', 'language'],
      },
    });
    expect(server.sent(0)).toEqual({
      event_type: 'layoff',
      additional_filters: {
        company_name: 'Acme',
        'layoff.number_of_people_laid_off': { gte: 100 },
        extraction_date: { gte: '2026-11-20', lte: '2026-11-22' },
      },
      attach_articles_data: true,
      additional_article_fields: [
        'published_date',
        'published_date_precision',
        'domain_url',
        'name_source',
        'language',
        'description',
        'rank',
      ],
    });
  });
});

describe('an answer', () => {
  it('may be cut when its count is a round figure or more than it holds', async () => {
    const events = Array.from({ length: 100 }, (_, n) => breachOf(`e${n}`));
    const { ask } = await sourceOver(
      { json: answerOf(events) },
      { json: answerOf([], { count: 7 }) },
      { json: answerOf([]) },
    );
    expect(await ask()).toMatchObject({ hits: 100, capped: true, pages: 1, calls: 1 });
    expect(await ask()).toMatchObject({ capped: true });
    expect(await ask()).toMatchObject({ capped: false, findings: [] });
  });
});

describe('an event as a finding', () => {
  const articles = Array.from({ length: 30 }, (_, n) => ({
    id: `a${n}`,
    title: `Report ${n}`,
    link: `https://www.outlet${n}.example/${n}`,
    published_date: '2026-11-19 10:00:00',
    language: 'en',
  }));

  it('has its own title, the outlet of its first article, and at most 20 of its articles beside their number', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => `a${n}`);
    const finding = await findingOf(breachOf('e1', { associated_article_ids: ids }), {}, { articles });
    expect(finding).toMatchObject({
      fingerprint: 'e1',
      service: 'events',
      type: 'event',
      title: 'T',
      snippet: 'S',
      link: 'https://www.outlet0.example/0',
      outlet: { domain: 'outlet0.example' },
      language: 'en',
      indexedAt: Date.parse('2026-11-20T10:00:00Z'),
      publishedAt: Date.parse('2026-11-19T10:00:00Z'),
      articleCount: 40,
    });
    expect(finding.articles).toHaveLength(20);
  });

  it.each([
    ['layoff', { layoff: { summary: 'Acme cuts 50 jobs. More may follow.' } }, 'Acme cuts 50 jobs.'],
    [
      'layoff',
      { layoff: { summary: 'T. Acme of St. Louis cuts 50 jobs. More follow.' } },
      'T. Acme of St. Louis cuts 50 jobs.',
    ],
    ['fundraising', { fundraising: { title: 'Acme raises', summary: 'X' } }, 'Acme raises'],
    ['layoff', {}, 'Layoff: Acme'],
    ['tariffs_v2', { company_name: null }, 'Tariff'],
  ])('of type %s with %j is titled %s', async (event_type, more, title) => {
    const event = breachOf('e1', { event_type, data_breach: undefined, ...more });
    expect((await findingOf(event, { query: { event_type } })).title).toBe(title);
  });

  it('holds its facts as text, in one order', async () => {
    const query = { event_type: 'layoff' };
    const event = (location: object[], people: number | string) =>
      breachOf('e1', {
        event_type: 'layoff',
        event_date: '2026-11-18',
        layoff: { summary: 'S', number_of_people_laid_off: people, location, layoff_reason: 'any' },
      });
    const [paris, lyon] = [{ city: 'Paris', country: 'France' }, { raw_location: 'Lyon' }];
    const first = await findingOf(event([paris, lyon], 50), { query });
    expect(first.facts).toEqual({
      company_name: 'Acme',
      event_date: '2026-11-18',
      number_of_people_laid_off: '50',
      location: 'Lyon; Paris, France',
    });
    const same = await findingOf(event([lyon, paris], '50'), { query });
    expect(same.contentHash).toBe(first.contentHash);
    const other = await findingOf(event([paris, lyon], 60), { query });
    expect(other.contentHash).not.toBe(first.contentHash);
  });

  it('lies at the end of its window where the service does not say when it was extracted', async () => {
    const { indexedAt } = await findingOf(breachOf('e1', { extraction_date: null }));
    expect(indexedAt).toBe(NOW - 1_000);
  });

  it('shows which texts of the filters it holds', async () => {
    const additional_filters = { company_name: ['acme', 'globex'], event_date: { gte: '2026-11-01' } };
    const finding = await findingOf(breachOf('e1'), {
      query: { event_type: 'data_breach', additional_filters },
    });
    expect(finding.matched).toEqual(['acme']);
  });

  it('is never sent when it holds an excluded phrase, or rests on excluded outlets alone', async () => {
    const exclude = { domains: ['spam.example'], phrases: ['acme comics'] };
    const comics = breachOf('e1', { company_name: 'Acme Comics' });
    expect((await findingOf(comics, { exclude })).excludedBy).toBe('acme comics');
    const spam = { id: 'a1', title: 'A', link: 'https://news.spam.example/1' };
    const fair = { id: 'a2', title: 'B', link: 'https://fair.example/1' };
    const event = breachOf('e1', { associated_article_ids: ['a1', 'a2'] });
    expect((await findingOf(event, { exclude }, { articles: [spam] })).excludedBy).toBe('spam.example');
    expect((await findingOf(event, { exclude }, { articles: [spam, fair] })).excludedBy).toBeUndefined();
    expect((await findingOf(event, { exclude })).excludedBy).toBeUndefined();
  });

  it('stays small whatever it says', async () => {
    const long = 'Ä'.repeat(50_000);
    const impacted = Array.from({ length: 200 }, (_, n) => `${n} ${long}`);
    const event = breachOf('e1', {
      company_name: long,
      data_breach: { title: long, summary: long, data: long, impacted },
    });
    const many = articles.map((article) => ({ ...article, title: long }));
    const ids = many.map(({ id }) => id);
    const finding = await findingOf({ ...event, associated_article_ids: ids }, {}, { articles: many });
    expect(Buffer.byteLength(JSON.stringify(finding))).toBeLessThanOrEqual(8 * 1024);
    expect(finding.articleCount).toBe(30);
  });
});
