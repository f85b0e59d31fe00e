import { expect, it } from 'vitest';
import { articleRecord } from '../../../../../../infra/local/services/kit/corpus/article-record.ts';
import { corpusArticle } from '../../../../../../infra/local/services/kit/corpus/corpus.ts';
import { packArticles } from '../../../../../../infra/local/services/kit/corpus/packed-articles.ts';

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
