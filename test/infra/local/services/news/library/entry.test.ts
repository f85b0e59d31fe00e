import { expect, it } from 'vitest';
import { corpusArticle } from '../../../../../../infra/local/services/kit/corpus/corpus.ts';
import {
  openDayStories,
  openStoryGroups,
} from '../../../../../../infra/local/services/news/groups/story-groups.ts';
import { textOf } from '../../../../../../infra/local/services/news/library/columns.ts';
import { headlineOfEntry } from '../../../../../../infra/local/services/news/library/entry.ts';
import { openLibrary } from '../../../../../../infra/local/services/news/library/library.ts';
import { wordTexts } from '../../../../../../shared/domain/query/words.ts';
import { HOUR } from '../../../../../../shared/domain/time/instant.ts';

const AT = Date.parse('2026-11-20T12:00:00Z');

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
        content: '<p>It&rsquo;s here</p>',
        published_date: '2026-11-20 11:00:00',
      },
      'test',
    ),
  ),
  events: [],
});
const { entries } = library;

it('articles are compared by their titles as readers see them', async () => {
  expect(entries.map(headlineOfEntry)).toEqual([
    "UK's plant to close",
    "UK's plant to close",
    'Snow in Oslo today',
  ]);
  const groups = openStoryGroups(library);
  await groups.placed();
  const stories = entries.map((entry) => groups.storyOf(entry).map(({ id }) => id));
  expect(stories).toEqual([['a0', 'a1'], ['a0', 'a1'], ['a2']]);
  const day = await openDayStories(library).storiesAt(AT + HOUR);
  expect(day.map((story) => story.map(({ id }) => id))).toEqual([['a0', 'a1'], ['a2']]);
});

it('words are searched in texts as readers see them, and answers give the title as it is written', () => {
  const [entry] = entries;
  expect(wordTexts(textOf(entry!, 'title')).slice(0, 3)).toEqual(['uk', 's', 'plant']);
  expect(wordTexts(textOf(entry!, 'content'))).toEqual(['it', 's', 'here']);
  expect(entry?.record.title).toBe('UK#39;s plant to close - Hindustan Times');
});
