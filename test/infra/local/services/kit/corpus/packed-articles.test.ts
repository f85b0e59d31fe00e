import { expect, it } from 'vitest';
import { articleRecord } from '../../../../../../infra/local/services/kit/corpus/article-record.ts';
import { corpusArticle } from '../../../../../../infra/local/services/kit/corpus/corpus.ts';
import {
  openTextStore,
  packArticles,
} from '../../../../../../infra/local/services/kit/corpus/packed-articles.ts';

const DATES = { published_date: '2026-11-21 08:00:00', parse_date: '2026-11-21 08:01:00' };

it('gives each record back as it was, in any order of reading', () => {
  const articles = [
    { id: 'plain', title: 'Acme' },
    {
      id: 'texts',
      title: '情報 \u{1F600} "quoted"\n\\',
      content: 'x'.repeat(5_000_000),
      _extra: [1, null],
    },
    { id: 'same keys', title: 'Globex', content: '' },
    { id: 'deep', title: 'Hooli', nlp: { ner_ORG: [{ entity_name: 'Hooli', count: 2 }], other: { a: [] } } },
  ].map((fields) => corpusArticle(articleRecord.parse({ ...fields, ...DATES }), 'a line'));
  const pack = packArticles((line, id) => articleRecord.parse({ ...JSON.parse(line), id }));

  const packed = articles.map((article) => {
    const line = Buffer.from(JSON.stringify({ ...article.record, id: undefined }));
    return { article, packed: pack(article, line) };
  });

  for (const { article, packed: own } of [...packed, ...packed.toReversed()]) {
    const { id, publishedAt, parsedAt, visibleAt } = own;
    expect({ kind: own.kind, id, record: own.record, publishedAt, parsedAt, visibleAt }).toEqual(article);
    expect(Object.keys(own.record)).toEqual(Object.keys(article.record));
  }
});

const MB = 1024 * 1024;

it('gives texts of every length back, in any order, also while others are added', () => {
  const store = openTextStore();
  // Blocks have 4 MB: texts that fill one, one that ends with it, and one that is longer than it.
  const texts = [
    '',
    '情報',
    ...Array.from({ length: 9 }, (_, at) => String(at).repeat(MB)),
    'é'.repeat(3 * MB),
    'z',
  ];
  const places = texts.map((text) => {
    const place = store.add(Buffer.from(text));
    expect(store.read(place) === text).toBe(true);
    return place;
  });

  for (const [at, place] of [...places.entries()].toReversed())
    expect(store.read(place) === texts[at]).toBe(true);
});

it('keeps a text as it was when it was added', () => {
  const store = openTextStore();
  const bytes = Buffer.from('first');
  const place = store.add(bytes);
  bytes.write('other');
  expect(store.read(place)).toBe('first');
});
