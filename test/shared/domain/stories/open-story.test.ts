import { expect, it } from 'vitest';
import {
  type Article,
  articleOf,
  emptyStory,
  type OpenStory,
  withArticle,
  withNotified,
} from '../../../../shared/domain/stories/open-story.ts';
import { NOON } from '../../../ports/examples.ts';
import { articleAt, foundAt } from './compared.ts';

const storyOf = (articles: readonly Article[], story: OpenStory = emptyStory('plant', NOON)) =>
  articles.reduce(withArticle, story);
const many = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    articleAt(n, `Zirconde shuts turbine plant number${n}`, {
      snippet: `Zirconde told turbine workers by speaker${n} of town${n}.`,
    }),
  );

it('a part that is repeated after a death counts no article again, in whatever order', () => {
  const part = many(100);
  const story = storyOf(part);
  expect(story.articles).toBe(100);
  expect(storyOf(part, story)).toBe(story);
  expect(storyOf(part.toReversed(), story)).toBe(story);
});

it('keeps the latest headlines and the most frequent terms, whatever the order of the articles', () => {
  const part = many(90);
  const story = storyOf(part.toReversed());
  expect(story.headlines.map(({ at }) => at)).toEqual(part.slice(-12).map(({ at }) => at));
  expect([story.title.size, story.text.size]).toEqual([60, 40]);
  expect(story.title.get('zircon')).toBe(90);
  expect(story.lastAt).toBe(part.at(-1)?.at);
});

it('an article is compared by its translation, and by the rarest terms of its text', () => {
  const snippet = Array.from({ length: 40 }, (_, n) => `word${n} an it is of`).join(' ');
  const translation = { title: 'Zirconde shuts its plant', text: `Zirconde plant shuts. ${snippet}` };
  const { terms, text, rank } = articleOf(foundAt(1, 'Zirconde schließt', { translation }));
  expect(terms).toEqual(['zircon', 'shuts', 'its', 'plant']);
  expect(text).toHaveLength(25);
  expect(text.every((term) => term.startsWith('word'))).toBe(true);
  expect(rank).toBeUndefined();
});

it('a channel was notified with the highest severity, and of the latest headlines, each once', () => {
  const told = (severity: 'info' | 'critical', at: number) => (story: OpenStory) =>
    withNotified(story, 'press', { severity, at });
  const story = told('info', NOON + 1)(told('critical', NOON)(storyOf(many(1))));
  expect(story.notified['press']).toEqual({ severity: 'critical', at: [NOON, NOON + 1] });
  expect(told('info', NOON)(story)).toBe(story);
});
