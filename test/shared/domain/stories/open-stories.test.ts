import { describe, expect, it } from 'vitest';
import { articleWordsOf } from '../../../../shared/domain/stories/article-words.ts';
import {
  addToStory,
  likelyStories,
  openStories,
  storiesAlike,
} from '../../../../shared/domain/stories/open-stories.ts';
import {
  headlineOf,
  type ValueSets,
  valuesOf,
  weighIn,
  wordHoursOf,
} from '../../../../shared/domain/stories/open-story.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';

let outlets = 0;
const articleOf = (title: string, at = NOON, snippet = '') => {
  const outlet = { domain: `outlet-${(outlets += 1)}.example` };
  const finding = aFinding(1, { title, snippet, indexedAt: at, outlet });
  return { words: articleWordsOf(finding), headline: headlineOf(finding) };
};
/** The keys of an index with their values, in one order. */
const sorted = <V extends string | number>(sets: ValueSets<V>) =>
  Array.from(
    sets.keys(),
    (key) => `${key} ${Array.from(valuesOf(sets, key), String).toSorted().join(' ')}`,
  ).toSorted();
const LIKELY = { least: 1, most: 3 };

describe('the open stories of a watch', () => {
  it('give the likeliest first, and one with the same headline before all', () => {
    const open = openStories([]);
    addToStory(open, 'plant', articleOf('Acme shuts turbine plant in Leipzig'));
    addToStory(open, 'town', articleOf('Leipzig without turbine plant'));
    const [first, second] = likelyStories(open, articleOf('Leipzig without turbine plant'), LIKELY);
    expect(first).toEqual({ id: 'town', odds: Infinity });
    expect(second?.id).toBe('plant');
  });

  it('take nothing in once they have been without an article for three days', () => {
    const open = openStories([]);
    addToStory(open, 'plant', articleOf('Acme shuts turbine plant in Leipzig'));
    const late = articleOf('Acme shuts turbine plant in Leipzig', NOON + 3 * DAY + HOUR);
    expect(likelyStories(open, late, LIKELY)).toEqual([]);
  });

  it('that are read again are the same as those that were built', () => {
    const built = openStories([]);
    addToStory(built, 'plant', articleOf('Acme shuts turbine plant in Leipzig'));
    addToStory(built, 'chief', articleOf('Acme names finance chief'));
    const read = openStories([...built.stories.values()]);
    const article = articleOf('Turbine plant in Leipzig shut by Acme', NOON + HOUR);
    expect(likelyStories(read, article, LIKELY)).toEqual(likelyStories(built, article, LIKELY));
  });

  it('have the same index however many articles came to a story, and however many hours it goes on', () => {
    const built = openStories([]);
    for (let n = 0; n < 200; n += 1) {
      const title = `Acme topic${n % 7} word${n % 11} term${n % 50} detail${n}`;
      addToStory(
        built,
        `story-${n % 5}`,
        articleOf(title, NOON + ((n * 17) % 40) * HOUR, `Text${n % 60} of ${title}`),
      );
      const read = openStories([...built.stories.values()]);
      expect(sorted(built.having.title)).toEqual(sorted(read.having.title));
      expect(sorted(built.having.text)).toEqual(sorted(read.having.text));
      // As when a part begins.
      if (built.hours.isStale) built.hours = wordHoursOf(built.stories.values());
      expect(sorted(built.hours.byWord)).toEqual(sorted(read.hours.byWord));
    }
  });

  it('give a word less weight the more of them have it, not counting the story itself', () => {
    const open = openStories([]);
    addToStory(open, 'one', articleOf('Acme turbine'));
    const one = open.stories.get('one');
    if (!one) throw new Error('no story');
    const alone = weighIn(open, NOON)('turbin', one);
    for (let n = 0; n < 20; n += 1) addToStory(open, `other-${n}`, articleOf(`Turbine topic${n}`));
    expect(weighIn(open, NOON)('turbin', one)).toBeLessThan(alone - 2);
    expect(weighIn(open, NOON)('acme', one)).toBeGreaterThan(weighIn(open, NOON)('turbin', one) + 1);
  });

  it('give a word of many hours less weight than one of a burst', () => {
    const open = openStories([]);
    for (let n = 0; n < 40; n += 1) {
      const at = NOON + n * HOUR;
      addToStory(open, `steady-${n}`, articleOf(`Zephyr topic${n}`, at));
      addToStory(open, `burst-${n}`, articleOf(`Quarre theme${n}`, n === 39 ? at : NOON));
    }
    const weigh = weighIn(open, NOON + 39 * HOUR);
    expect(weigh('zephyr')).toBeLessThan(weigh('quarre') / 2);
  });

  it('give what the watch asks for no weight', () => {
    const open = openStories([], new Set(['acme']));
    addToStory(open, 'one', articleOf('Acme turbine'));
    const one = open.stories.get('one');
    if (!one) throw new Error('no story');
    expect(weighIn(open, NOON)('acme', one)).toBe(0);
  });
});

const opened = (titles: readonly string[]) => {
  const open = openStories([]);
  for (const [n, title] of titles.entries()) addToStory(open, `story-${n}`, articleOf(title, NOON + n));
  return open;
};

it('an article with an edited title is compared with the open stories that have most of its words', () => {
  const open = opened([
    'Unions ready to fight for the Leipzig works',
    'Unions praise Lyon',
    'Heavy rain floods the streets of Lyon',
  ]);
  const edited = 'Breaking: Unions ready to fight for the Leipzig works';
  expect(storiesAlike(open, articleOf(edited))).toEqual(['story-0']);
  expect(storiesAlike(open, articleOf(edited, NOON + 4 * DAY)), 'not when it is closed').toEqual([]);
  expect(storiesAlike(open, articleOf('!?'))).toEqual([]);
});

it('of very many stories that are made alike an article is compared with few, and with its own', () => {
  const names = Array.from({ length: 2_000 }, (_, n) => `name${n}`);
  const open = opened(names.map((name) => `Acme opens its turbine plant ${name}`));
  const article = articleOf('Acme opens its turbine plant name1234', NOON + MINUTE);
  const near = likelyStories(open, article, { least: Number.NEGATIVE_INFINITY, most: Infinity });
  expect(near.length).toBeLessThanOrEqual(60);
  expect(near.map(({ id }) => id)).toContain('story-1234');
  expect(storiesAlike(open, article)).toEqual(['story-1234']);
});

describe('a part that is repeated after a death', () => {
  const added = (open: ReturnType<typeof openStories>, articles: readonly ReturnType<typeof articleOf>[]) => {
    for (const article of articles) addToStory(open, 'plant', article);
    return [...open.stories.values()];
  };
  const titles = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => articleOf(`Acme shuts plant ${n}`, NOON + (from + n) * MINUTE));

  it('counts no article again, however many of them one story has', () => {
    const part = titles(100);
    const stored = added(openStories([]), part);
    expect(added(openStories(stored), part)).toEqual(stored);
    expect(added(openStories(stored), part.toReversed())).toEqual(stored);
  });
});
