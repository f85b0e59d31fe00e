import { expect, it } from 'vitest';
import { corpusArticle } from '../../../../../../infra/local/services/kit/corpus/corpus.ts';
import { groupStories } from '../../../../../../infra/local/services/kit/group-stories.ts';
import { comparedOf, headlineOfEntry } from '../../../../../../infra/local/services/news/library/entry.ts';
import { openLibrary } from '../../../../../../infra/local/services/news/library/library.ts';

const library = openLibrary({
  articles: [
    ['UK#39;s plant to close - Hindustan Times', 'hindustantimes.com', 'Hindustan Times'],
    ['UK&#39;s plant to <b>close</b> | Wall Street Journal', 'wsj.com', 'The Wall Street Journal'],
    ['Snow in Oslo today - Hindustan Times', 'hindustantimes.com', 'Hindustan Times'],
  ].map(([title = '', domain_url = '', name_source = ''], n) =>
    corpusArticle(
      {
        id: `a${n}`,
        title,
        domain_url,
        name_source,
        published_date: '2026-11-20 11:00:00',
      },
      'test',
    ),
  ),
  events: [],
});
const { entries } = library;

it('articles are compared by their titles as readers see them', () => {
  expect(entries.map(headlineOfEntry)).toEqual([
    "UK's plant to close",
    "UK's plant to close",
    'Snow in Oslo today',
  ]);
  expect(groupStories(entries.map((entry) => comparedOf(entry)))).toEqual([[0, 1], [2]]);
});
