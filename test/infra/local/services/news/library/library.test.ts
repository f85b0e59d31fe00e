import { expect, it } from 'vitest';
import { corpusArticle } from '../../../../../../infra/local/services/kit/corpus/corpus.ts';
import { textOf } from '../../../../../../infra/local/services/news/library/columns.ts';
import { headlineOfEntry } from '../../../../../../infra/local/services/news/library/entry.ts';
import { openLibrary } from '../../../../../../infra/local/services/news/library/library.ts';
import { sampleArticles } from '../../../../../../infra/local/services/news/sample-corpus.ts';
import { signatureOf } from '../../../../../../shared/domain/stories/similarity.ts';
import { longForm } from '../../../../../long-form.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');

it('are those of the title and the text, in every language and also of long texts', () => {
  const records = sampleArticles({ now: NOW }).filter((_, at) => at % longForm(21, 7) === 0);
  const long = records.map((record, at) => ({
    ...record,
    id: `long-${at}`,
    content: `${record.content ?? ''} `.repeat(4) + 'x'.repeat(at),
  }));
  const empty = { id: 'empty', title: '!', content: '', published_date: '2026-11-20 08:00:00' };
  const articles = [...records, ...long, empty].map((record) => corpusArticle(record, 'a line'));
  const { entries, signatures } = openLibrary({ articles, events: [] });
  expect(entries.length).toBeGreaterThan(500);
  for (const entry of entries) {
    const expected = signatureOf(headlineOfEntry(entry), textOf(entry, 'content'));
    // The first answer is made, the second one was kept.
    expect([signatures.of(entry), signatures.of(entry)]).toEqual([expected, expected]);
  }
});
