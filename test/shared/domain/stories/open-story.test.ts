import { describe, expect, it } from 'vitest';
import {
  type Article,
  articleOf,
  emptyStory,
  isMoreCentral,
  mostCentral,
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

const CENTRAL = 'Acme to shut turbine plant in Leipzig';
const TITLES = [
  'A town holds its breath',
  CENTRAL,
  'Turbine plant in Leipzig to shut, unions call for strike over the cuts of the whole region',
  'Leipzig turbine plant: what Acme plans',
];
const titled = (titles: readonly string[]) => titles.map((title) => ({ title }));

describe('the most central headline', () => {
  it('has the words of most others, and is not the longest for its length', () => {
    expect(mostCentral(titled(TITLES))).toEqual({ title: CENTRAL });
    expect(mostCentral(titled(TITLES.toReversed()))).toEqual({ title: CENTRAL });
  });

  it('is the first of equal ones, and of two', () => {
    const equal = titled([CENTRAL, CENTRAL, CENTRAL]);
    expect(mostCentral(equal)).toBe(equal[0]);
    expect(mostCentral(titled(TITLES.slice(0, 2)))).toEqual({ title: TITLES[0] });
    expect(mostCentral([])).toBeUndefined();
  });
});

it('an open story takes a headline that is more central, and none for a word that the watch asks for', () => {
  const story = TITLES.map((title, n) => articleAt(n, title)).reduce(withArticle, emptyStory('plant', NOON));
  const named = { named: TITLES[0]!, story, queried: new Set<string>() };
  expect(isMoreCentral(CENTRAL, named)).toBe(true);
  expect(isMoreCentral(TITLES[0]!, { ...named, named: CENTRAL })).toBe(false);
  expect(isMoreCentral(CENTRAL, { ...named, named: CENTRAL })).toBe(false);
  expect(isMoreCentral('Acme', { ...named, queried: new Set(['acme']) })).toBe(false);
});
