import { beforeAll, expect, it } from 'vitest';
import { articleOf, emptyStory, withArticle, withNotified } from '../../shared/domain/stories/open-story.ts';
import {
  MOST_STORY_ARTICLES,
  type StoryArticle,
  type StoryRecord,
} from '../../shared/domain/stories/story.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { openStore, type Store } from '../../shared/store/open-store.ts';
import { aFinding, NOON } from '../ports/examples.ts';
import { describeOnEachTable, fresh } from './each-table.ts';
import { aStoryRecord, storeStories } from './store-stories.ts';

const NOTHING = { records: [], keys: [], open: [] };

/** The bits of a sketch of an embedding. */
const aSketch = Array.from({ length: 16 }, (_, n) => (n * 0x9e3779b1) >>> 0);

const anArticle = (n: number, changes: Partial<StoryArticle> = {}): StoryArticle => ({
  fingerprint: `article-${n}`,
  at: NOON + n,
  ...changes,
});

/** A story with everything that a story can have. */
const aFullStory = (space: string, changes: Partial<StoryRecord> = {}): StoryRecord =>
  aStoryRecord(fresh('story'), {
    space,
    articles: [
      anArticle(1, { domain: 'news.example', country: 'US', rank: 12, sentiment: -0.25 }),
      anArticle(2),
    ],
    watches: ['acme-news', 'acme-blogs'],
    notices: {
      'press-team': { severity: 'warning', at: NOON, alerts: ['one', 'two'], watches: ['acme-news'] },
    },
    ...changes,
  });

describeOnEachTable('stories:', (table) => {
  let store: Store;
  beforeAll(() => {
    store = openStore(table());
  });

  it('come back whole, as they were written last, with the owners of keys', async () => {
    const space = fresh('space');
    const story = aFullStory(space);
    const key = { key: fresh('key'), story: story.id, until: NOON + DAY };
    await storeStories(store, [{ ...story, title: 'What it was named first' }]);
    for (let again = 0; again < 2; again += 1)
      await store.stories.write(space, { ...NOTHING, records: [story], keys: [key] });
    expect(await store.stories.inSpace(space, { keys: [key.key, 'free'], ids: [story.id, 'none'] })).toEqual({
      owners: [key],
      records: [story],
    });
    expect((await store.stories.inSpace(fresh('space'), { keys: [key.key], ids: [] })).owners).toEqual([]);
    expect(await store.stories.read([story.id, 'none', story.id])).toEqual(new Map([[story.id, story]]));
  });

  it('keep as many articles as a story may have', async () => {
    const articles = Array.from({ length: MOST_STORY_ARTICLES }, (_, n) =>
      anArticle(n, {
        fingerprint: `${n}-${'f'.repeat(58)}`,
        domain: 'd'.repeat(80),
        country: 'US',
        rank: 123_456,
      }),
    );
    const story = aFullStory(fresh('space'), { articles });
    await storeStories(store, [story]);
    expect((await store.stories.read([story.id])).get(story.id)?.articles).toEqual(articles);
  });

  it('that are open belong to their space, come back whole, and can be closed', async () => {
    const [space, other] = [fresh('space'), fresh('space')];
    const articleNo = (n: number, changes = {}) =>
      articleOf(aFinding(n, { title: 'Acme 東京 5%', snippet: 'Leaky valves', ...changes }));
    const bare = withArticle(emptyStory('story-b', NOON), articleNo(1, { outlet: undefined, title: '!?' }));
    const grown = [articleNo(1), articleNo(2, { title: 'Opinion: Acme' })].reduce(
      withArticle,
      emptyStory('story-a', NOON),
    );
    const sketched = {
      ...withNotified(grown, 'press-team', { severity: 'warning', at: NOON }),
      counted: [0, 0xff_ffff],
      embeddings: [{ model: 'qwen1024', bits: aSketch }],
    };
    await store.stories.write(space, { ...NOTHING, open: [grown, bare] });
    await store.stories.write(space, { ...NOTHING, open: [sketched] });
    await store.stories.write(other, { ...NOTHING, open: [bare] });
    expect(await store.stories.open(space)).toEqual([sketched, bare]);
    for (let again = 0; again < 2; again += 1) await store.stories.close(space, 'story-b');
    expect(await store.stories.open(space)).toEqual([sketched]);
    expect(await store.stories.open(other)).toEqual([bare]);
  });
});
