import { describe, expect, it } from 'vitest';
import { FINDING_BYTES } from '../../../../../shared/domain/findings/finding.ts';
import type { Watch } from '../../../../../shared/domain/watches/watch.ts';
import { records } from '../../../../../shared/providers/extraction/source/record.ts';
import { recordToFinding } from '../../../../../shared/providers/extraction/source/to-finding.ts';
import { NOON } from '../../../../ports/examples.ts';
import { recordOf } from '../extraction-fixtures.ts';

const nothing: Watch['exclude'] = { domains: [], phrases: [] };

/** A record as an answer of the service, read and made a finding. */
function findingOf(more: object = {}, { exclude = nothing, now = NOON } = {}) {
  const [record] = records.parse([recordOf('4711000000000000001', more)]).kept;
  return recordToFinding(record!, { now, exclude });
}

const cited = (host: string, n = 1) => ({ title: `T${n}`, link: `https://${host}/${n}` });

describe('a record as a finding', () => {
  it('is known by its id, seen now, and placed by its first citation', () => {
    expect(findingOf()).toEqual({
      fingerprint: '4711000000000000001',
      service: 'extraction',
      type: 'record',
      indexedAt: NOON,
      publishedAt: Date.parse('2026-11-20T08:00:00Z'),
      title: 'Record 4711000000000000001',
      link: 'https://a.example/1',
      outlet: { domain: 'a.example' },
      authors: [],
      snippet: 'city: Lyon; people: 40',
      matched: [],
      articles: [
        { title: 'T', link: 'https://a.example/1', publishedAt: Date.parse('2026-11-20T08:00:00Z') },
      ],
      articleCount: 1,
      contentHash: expect.stringMatching(/^\w{20}$/),
      fields: { city: 'Lyon', people: '40' },
    });
  });

  it('has texts as readers see them, and the title by which it is recognised', () => {
    const title = 'Acme&#39;s plant closes - Reuters';
    const more = {
      record_title: title,
      enrichment: { template_based_summary: '<p>Acme&rsquo;s plant</p>' },
      citations: [{ title, link: 'https://www.reuters.com/1' }],
    };
    expect(findingOf(more)).toMatchObject({
      title,
      snippet: 'Acme’s plant',
      articles: [{ title: "Acme's plant closes" }],
    });
    const exclude = { domains: [], phrases: ["Acme's plant"] };
    expect(findingOf(more, { exclude }).excludedBy).toBe("Acme's plant");
  });

  it('says the summary where there is one, else its fields, companies by their names', () => {
    const enrichment = { template_based_summary: 'Acme cuts 300 jobs.', city: 'Lyon' };
    expect(findingOf({ enrichment }).snippet).toBe('Acme cuts 300 jobs.');
    const fields = {
      company: { source_text: 'Acme', metadata: { name: 'Acme Corp' } },
      number_of_jobs: 300,
      cities: ['Lyon', null, 'Metz'],
      note: null,
      done: false,
      odd: { a: 1 },
    };
    expect(findingOf({ enrichment: fields }).snippet).toBe(
      'company: Acme Corp; number of jobs: 300; cities: Lyon, Metz; done: false',
    );
    expect(findingOf({ enrichment: fields }).companies).toEqual(['Acme Corp']);
  });

  it('keeps at most 50 of its articles, counts them all, and fits into an item', () => {
    const citations = Array.from({ length: 400 }, (_, n) => cited('news.example', n));
    const { articles, articleCount } = findingOf({ citations });
    expect(articles).toHaveLength(50);
    expect(articleCount).toBe(400);
    const long = citations.map((one) => ({ ...one, title: 'é'.repeat(500) }));
    const text = { template_based_summary: 'word '.repeat(1_000) };
    const huge = findingOf({ citations: long, enrichment: text });
    const bytes = Buffer.byteLength(JSON.stringify(huge));
    expect(bytes).toBeLessThanOrEqual(FINDING_BYTES);
    expect(bytes).toBeGreaterThan(FINDING_BYTES - 400);
    expect(huge.articleCount).toBe(400);
    expect(huge.articles!.length).toBeGreaterThanOrEqual(15);
    expect(huge.snippet.length).toBeGreaterThan(1_400);
  });
});

describe('the digest of its content', () => {
  const digest = (more: object, now = NOON) => findingOf(more, { now }).contentHash;

  it('stays while it says the same, whenever it is seen and in whatever order', () => {
    const [a, b] = [cited('a.example'), cited('b.example')];
    const first = digest({ enrichment: { city: 'Lyon', people: 40 }, citations: [a, b] });
    const again = { enrichment: { people: 40, city: 'Lyon' }, citations: [b, a], updated_on: '2026-11-21' };
    expect(digest(again, NOON + 1_000)).toBe(first);
  });

  it.each([
    ['a title', { record_title: 'Another' }],
    ['a field', { enrichment: { city: 'Metz', people: 40 } }],
    ['a citation more', { citations: [cited('a.example'), cited('b.example')] }],
    ['a tag', { tags: { event_type: 'layoff' } }],
  ])('changes with %s', (_what, more) => {
    expect(digest(more)).not.toBe(digest({}));
  });
});

describe('the digest without its companies', () => {
  const company = (name: string) => ({ source_text: name, confidence: 0.9, metadata: { name } });
  const of = (enrichment: object) => findingOf({ enrichment });

  it('is that of the same record of a job that recognised none', () => {
    const bare = of({ buyer: null, sellers: null, people: 40 });
    const named = of({
      buyer: company('Acme'),
      sellers: [company('Globex'), company('Initech')],
      people: 40,
    });
    expect(bare.hashWithoutCompanies).toBeUndefined();
    expect(named.contentHash).not.toBe(bare.contentHash);
    expect(named.hashWithoutCompanies).toBe(bare.contentHash);
  });
});

describe('what a watch never wants to hear of', () => {
  const exclude = { domains: ['spam.example'], phrases: ['acme comics'] };

  it('is a phrase in title or text, as words', () => {
    const excluded = (record_title: string) => findingOf({ record_title }, { exclude }).excludedBy;
    expect(excluded('Acme Comics closes')).toBe('acme comics');
    expect(excluded('Acme, comics and more')).toBe('acme comics');
    expect(excluded('Comics by Acme')).toBeUndefined();
    const enrichment = { template_based_summary: 'Sold by Acme Comics.' };
    expect(findingOf({ enrichment }, { exclude }).excludedBy).toBe('acme comics');
  });

  it('is a record that rests on excluded outlets alone', () => {
    const excluded = (...hosts: string[]) =>
      findingOf({ citations: hosts.map((host) => cited(host)) }, { exclude }).excludedBy;
    expect(excluded('www.spam.example', 'eu.spam.example')).toBe('spam.example');
    expect(excluded('spam.example', 'news.example')).toBeUndefined();
    expect(excluded('notspam.example')).toBeUndefined();
    expect(excluded()).toBeUndefined();
  });
});
