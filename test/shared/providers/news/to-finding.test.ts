import { describe, expect, it } from 'vitest';
import { FINDING_BYTES } from '../../../../shared/domain/findings/finding.ts';
import { copyKeysOf } from '../../../../shared/domain/stories/copy-keys.ts';
import { DAY, HOUR, SECOND, type Window } from '../../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../../shared/domain/watches/watch.ts';
import { articles } from '../../../../shared/providers/news/articles.ts';
import {
  articleMarksOf,
  articleReadingOf,
  articleToFinding,
  indexedWithin,
  publishedWithin,
} from '../../../../shared/providers/news/to-finding.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';

const WINDOW = { from: NOON - HOUR, to: NOON };
const EXAMPLE = {
  id: 'a1b2',
  title: 'Acme opens a plant',
  link: 'https://outlet.example/a1b2',
  domain_url: 'outlet.example',
  name_source: 'The Outlet',
  country: 'US',
  rank: 120,
  author: 'Jane Doe',
  authors: ['Jane Doe', 'John Roe'],
  journalists: null,
  published_date: '2026-11-20 11:30:00',
  parse_date: '2026-11-20 11:45:10',
  language: 'en',
  content: 'On Friday Acme opened a plant in Turin.',
  nlp: { sentiment: { title: -0.5, content: 0.25 } },
};

/** The finding of an article as the service writes it, for a watch. */
function findingOf(article: object, watch: Partial<Watch> = {}) {
  const [parsed] = articles.parse([{ ...EXAMPLE, ...article }]).kept;
  return articleToFinding(parsed!.read(), {
    sight: articleReadingOf(aWatch({ query: { q: 'Acme' }, ...watch })),
    window: WINDOW,
  });
}

describe('an article as a finding', () => {
  it('keeps who printed what, when and where, and what matched', () => {
    expect(findingOf({})).toEqual({
      fingerprint: 'a1b2',
      service: 'news',
      type: 'article',
      indexedAt: Date.parse('2026-11-20T11:45:10Z'),
      publishedAt: Date.parse('2026-11-20T11:30:00Z'),
      title: 'Acme opens a plant',
      link: 'https://outlet.example/a1b2',
      outlet: { domain: 'outlet.example', name: 'The Outlet', country: 'US', rank: 120 },
      authors: ['Jane Doe', 'John Roe'],
      language: 'en',
      sentiment: { title: -0.5, content: 0.25 },
      snippet: 'On Friday Acme opened a plant in Turin.',
      matched: ['Acme'],
      copies: copyKeysOf('Acme opens a plant', 'On Friday Acme opened a plant in Turin.'),
    });
  });

  it('keeps what else the service says of it: tags, similar articles, its picture, its change, its robots rules', () => {
    const similar = [{ id: 's1', score: 0.9, title: '<b>Acme</b> again', link: 'https://other.example/1' }];
    expect(
      findingOf({
        custom_tags: { industry: ['Steel', 'Cars'], tier: [] },
        similar_documents: similar,
        robots_compliant: false,
        updated_date: '2026-11-20 11:40:00',
        media: 'https://outlet.example/a.jpg',
      }),
    ).toMatchObject({
      customTags: ['industry: Steel', 'industry: Cars'],
      similar: [{ title: 'Acme again', link: 'https://other.example/1' }],
      robotsCompliant: false,
      updatedAt: Date.parse('2026-11-20T11:40:00Z'),
      image: 'https://outlet.example/a.jpg',
    });
    const without = findingOf({ custom_tags: {}, similar_documents: [], media: '', updated_date: null });
    for (const name of ['customTags', 'similar', 'image', 'updatedAt', 'robotsCompliant'])
      expect(without).not.toHaveProperty(name);
  });

  it.each([
    ['date', { published_date_precision: 'date', published_date: '2026-11-20 00:00:00' }, 'date'],
    ['a date alone', { published_date: '2026-11-20' }, 'date'],
    ['a date alone, called full', { published_date_precision: 'full', published_date: '2026/11/20' }, 'date'],
    ['Timezone Unknown', { published_date_precision: 'Timezone Unknown' }, 'timezone unknown'],
    ['full', { published_date_precision: 'full' }, undefined],
    ['a word that no one knows', { published_date_precision: 'roughly' }, undefined],
    ['date, without one', { published_date_precision: 'date', published_date: null }, undefined],
  ])('keeps what the service does not know of its time: %s', (_, changes, kept) => {
    const { publishedPrecision, indexedAt } = findingOf(changes);
    expect(publishedPrecision).toBe(kept);
    expect(indexedAt).toBe(Date.parse('2026-11-20T11:45:10Z'));
  });

  it('has a title and a text as readers see them, and compares those', () => {
    const read = findingOf({
      title: '<b>Acme&#39;s</b>  plant &amp;amp; yard - The Outlet',
      content: '<ul><li>Acme&nbsp;opened.</li><li>It&rsquo;s big.</li></ul>',
    });
    const [title, text] = ["Acme's plant & yard", 'Acme opened.\nIt’s big.'] as const;
    expect(read).toMatchObject({ title, snippet: text, matched: ['Acme'] });
    expect(read.copies).toEqual(copyKeysOf(title, text));
    expect(findingOf({ content: '<img src="a.png">', description: 'Acme in short.' }).snippet).toBe(
      'Acme in short.',
    );
  });

  it('names the organisations that the language layer found, the most named first', () => {
    const named = (names: [string, number?][]) =>
      names.map(([entity_name, count]) => ({ entity_name, ...(count !== undefined && { count }) }));
    const own = { ner_ORG: named([['Globex'], ['Acme Corp', 4], [' ', 9], ['Globex', 1]]) };
    expect(findingOf({ nlp: own }).companies).toEqual(['Acme Corp', 'Globex']);
    const translated = { ner_ORG: null, translation_ner_ORG: named([['Initech', 1]]) };
    expect(findingOf({ nlp: translated }).companies).toEqual(['Initech']);
    expect(findingOf({ nlp: {} })).not.toHaveProperty('companies');
  });

  it('has a sketch of its embedding, of the newer model where there are two, and none of what is no vector', () => {
    const vector = (seed: number) => Array.from({ length: 1_024 }, (_, n) => Math.sin(n * seed));
    const both = findingOf({ nlp: { new_embedding: vector(1), qwen_embedding: vector(2) } });
    expect(both.embedding).toMatch(/^qwen1024:[0-9a-f]{128}$/);
    expect(JSON.stringify(both).length).toBeLessThan(2_000);
    expect(findingOf({ nlp: { new_embedding: vector(1) } }).embedding).toMatch(/^new1024:/);
    for (const qwen_embedding of [[], vector(2).slice(0, 9), vector(0), [...vector(2), null], 'none', null])
      expect(findingOf({ nlp: { qwen_embedding } })).not.toHaveProperty('embedding');
  });

  it('has the summary, the translation, and what the language layer says it is about', () => {
    const names = (...all: string[]) => all.map((entity_name, n) => ({ entity_name, count: n }));
    const nlp = {
      theme: 'Business, Tech',
      summary: '<p>Acme ouvre une usine.</p>',
      translation_summary: 'Acme opens a plant.',
      ner_PER: null,
      translation_ner_PER: names('John Roe', 'Jane Doe'),
      ner_LOC: names('Turin'),
      iptc_tags_name: ['economy'],
      iptc_tags_id: ['04000000'],
      iab_tags_name: ['Business and Finance'],
    };
    const french = {
      title: 'Acme ouvre une usine',
      language: 'fr',
      title_translated_en: 'Acme opens a plant - The Outlet',
    };
    expect(findingOf({ ...french, nlp })).toMatchObject({
      title: 'Acme ouvre une usine',
      summary: 'Acme ouvre une usine.',
      translation: { title: 'Acme opens a plant', text: 'Acme opens a plant.' },
      themes: ['Business', 'Tech'],
      people: ['Jane Doe', 'John Roe'],
      places: ['Turin'],
      iptcTags: ['economy'],
      iptcCodes: ['04000000'],
      iabTags: ['Business and Finance'],
    });
    const text = 'Acme opened a plant. '.repeat(200);
    expect(findingOf({ ...french, content_translated_en: text }).translation?.text).toMatch(
      /^Acme opened a plant/,
    );
    const own = { title_translated_en: EXAMPLE.title, content_translated_en: null };
    expect(findingOf(own)).not.toHaveProperty('translation');
    expect(Object.keys(findingOf({ nlp: { theme: '', summary: ' ' } }))).not.toContain('summary');
  });

  it.each([
    ['themes', { theme: 'Business, Sports' }, ['sports'], 'theme Sports'],
    [
      'iptc_tags',
      { iptc_tags_name: ['soccer'], iptc_tags_id: ['20001065'] },
      ['20001065'],
      'IPTC tag 20001065',
    ],
    ['people', { ner_PER: [{ entity_name: 'Jane Doe' }] }, ['jane doe'], 'person Jane Doe'],
  ] as const)('is excluded by its topics: %s %j', (list, nlp, names, excludedBy) => {
    const exclude = { domains: [], phrases: [], topics: { [list]: names } };
    expect(findingOf({ nlp }, { exclude }).excludedBy).toBe(excludedBy);
  });

  it.each([
    ['when it was parsed', {}, Date.parse('2026-11-20T11:45:10Z')],
    ['else when it was published', { parse_date: null }, Date.parse('2026-11-20T11:30:00Z')],
    ['else at the beginning of the window', { parse_date: null, published_date: null }, WINDOW.from],
    [
      'inside the window, if it was published before',
      { parse_date: '', published_date: '2025-01-01' },
      WINDOW.from,
    ],
    ['or after', { parse_date: '', published_date: '2027-01-01' }, WINDOW.to - SECOND],
  ])('lies in time %s', (_name, dates, expected) => {
    expect(findingOf(dates).indexedAt).toBe(expected);
  });

  it('keeps an id that fits no key by its digest, always the same', () => {
    const id = `urn:article/${'x'.repeat(300)}`;
    expect(findingOf({ id }).fingerprint).toMatch(/^[0-9A-Za-z]{20}$/);
    expect(findingOf({ id }).fingerprint).toBe(findingOf({ id, title: 'Other' }).fingerprint);
    expect(findingOf({ duplicate_articles_group_id: 'g-1' }).duplicateGroup).toBe('g-1');
    expect(findingOf({ duplicate_articles_group_id: id }).duplicateGroup).toBe(findingOf({ id }).fingerprint);
  });
});

describe('the words that matched', () => {
  const matchedIn = (q: string, title: string, content: string) =>
    findingOf({ title, content }, { query: { q } }).matched;

  it('are each given once, and at most twenty', () => {
    const content = Array.from({ length: 100 }, (_, n) => `plant${n} plant${n}`).join(' ');
    const expected = Array.from({ length: 20 }, (_, n) => `plant${n}`);
    expect(matchedIn('plant*', '', content)).toEqual(expected);
  });

  it('stand in the snippet, wherever they are in a long text', () => {
    const filler = 'The weather stays as it is. '.repeat(1_000);
    const { snippet } = findingOf({ content: `${filler}Then Acme came. ${filler}` });
    expect(snippet).toContain('Then Acme came.');
    expect(snippet.length).toBeLessThanOrEqual(1_500);
  });
});

describe('an excluded phrase', () => {
  const excludedBy = (phrase: string, article: object) =>
    findingOf(article, { exclude: { domains: [], phrases: ['globex', phrase] } }).excludedBy;

  it.each([
    ['in the title', 'acme comics', { title: 'New ACME Comics!' }],
    ['in the content', 'acme comics', { content: 'A shop for acme-comics in Turin.' }],
    ['in a script without blanks', '漫画', { title: '阿克美漫画出版' }],
  ])('that is %s is named', (_name, phrase, article) => {
    expect(excludedBy(phrase, article)).toBe(phrase);
  });
});

describe('a hostile article', () => {
  it.each([
    ['ten megabytes of content', { content: 'Acme 東京 '.repeat(1_000_000) }],
    ['a title of ten megabytes', { title: 'x'.repeat(10_000_000) }],
    ['nothing but emoji', { title: '🚀'.repeat(20_000), content: '👨‍👩‍👧'.repeat(20_000) }],
    ['control characters', { title: '\u0000\u001b'.repeat(5_000), content: '\u202e"\\'.repeat(5_000) }],
    ['thousands of authors', { authors: Array.from({ length: 20_000 }, (_, n) => `Author Number ${n}`) }],
    [
      'an outlet of a megabyte',
      { domain_url: 'd'.repeat(1_000_000), name_source: 'n'.repeat(1_000_000), country: 'C'.repeat(9_999) },
    ],
    ['a link of a megabyte', { link: `https://outlet.example/${'a'.repeat(1_000_000)}` }],
  ])('with %s becomes a finding of at most 8 KB', (_name, article) => {
    const finding = findingOf(article, { exclude: { domains: [], phrases: ['acme comics'] } });
    expect(Buffer.byteLength(JSON.stringify(finding))).toBeLessThanOrEqual(FINDING_BYTES);
    expect(finding.fingerprint).toBe('a1b2');
  });
});

it.each([
  ['a paywall', { isPaid: true }, ['paywall']],
  ['opinion behind a paywall', { isPaid: true, isOpinion: true }, ['paywall', 'opinion']],
  ['a wire of press releases', { domain: 'www.PRNewswire.com' }, ['press-release']],
  ['a subdomain of one', { domain: 'news.cision.com' }, ['press-release']],
  [
    'an outlet of this kind',
    { domain: 'a.example', kinds: [undefined, 'Press Releases'] },
    ['press-release'],
  ],
  [
    'all that is said and false',
    { isPaid: false, isOpinion: false, domain: 'notprnewswire.com', kinds: ['Other'] },
    [],
  ],
])('%s', (_, facts, marks) => {
  expect(articleMarksOf(facts)).toEqual(marks);
});

const MIDNIGHT = NOON - 12 * HOUR;
const PAST: Window = { from: MIDNIGHT - 3 * DAY, to: NOON };

/** An article of a day, 0 being that of `NOON`. */
function dated(day: number, changes: object = {}) {
  const date = new Date(MIDNIGHT + day * DAY).toISOString().slice(0, 10);
  const [article] = articles.parse([{ id: `a${day}`, published_date: date, ...changes }]).kept;
  return article!;
}

it('articles dated by a past day are spread over its hours, so that no hour counts them all', () => {
  const hours = new Map<number, number>();
  for (let n = 0; n < 2_400; n += 1) {
    const at = publishedWithin(dated(-2, { id: `article-${n}` }), PAST);
    const hour = Math.floor((at - (MIDNIGHT - 2 * DAY)) / HOUR);
    hours.set(hour, (hours.get(hour) ?? 0) + 1);
  }
  expect([...hours.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, n) => n));
  expect(Math.max(...hours.values())).toBeLessThan(150);
  const again = publishedWithin(dated(-2), PAST);
  expect(again).toBe(publishedWithin(dated(-2), PAST));
});

it.each<[string, Window, number, number, number]>([
  ['an article of a day that is not over came just now', PAST, 0, NOON - SECOND, NOON],
  [
    'of a past day it lies in the part of the day that is asked',
    { from: MIDNIGHT - HOUR, to: NOON },
    -1,
    MIDNIGHT - HOUR,
    MIDNIGHT,
  ],
  [
    'of a day that ends with the window too',
    { from: MIDNIGHT - DAY, to: MIDNIGHT },
    -1,
    MIDNIGHT - DAY,
    MIDNIGHT,
  ],
  [
    'outside of the window it stays at its midnight, and is left out',
    { from: NOON, to: NOON + HOUR },
    -2,
    MIDNIGHT - 2 * DAY,
    MIDNIGHT - 2 * DAY + 1,
  ],
])('%s', (_, window, day, from, to) => {
  const at = publishedWithin(dated(day), window);
  expect(at).toBeGreaterThanOrEqual(from);
  expect(at).toBeLessThan(to);
  expect(at % SECOND).toBe(0);
});

it('a time of parsing that repeats the date is none; any other one counts', () => {
  const midnight = '2026-11-20 00:00:00';
  const said = { published_date: midnight, published_date_precision: 'date' };
  expect(indexedWithin(dated(0, { ...said, parse_date: midnight }), PAST)).toBe(NOON - SECOND);
  expect(indexedWithin(dated(0, { ...said, parse_date: '2026-11-20 00:00:01' }), PAST)).toBe(
    MIDNIGHT + SECOND,
  );
  const exact = { ...said, published_date_precision: 'full', parse_date: midnight };
  expect(indexedWithin(dated(0, exact), PAST)).toBe(MIDNIGHT);
});
