import { describe, expect, it } from 'vitest';
import type { Store } from '../../shared/aws/dynamo/open-store.ts';
import { DAY, dayOf } from '../../shared/domain/time/instant.ts';
import { newOpenStory, withArticle } from '../../shared/domain/stories/open-story.ts';
import { signatureOf } from '../../shared/domain/stories/similarity.ts';
import {
  MOST_STORY_ARTICLES,
  type StoryArticle,
  type StoryRecord,
} from '../../shared/domain/stories/story-record.ts';
import { aStoredFinding, NOON } from './examples.ts';

let names = 0;
/** A name nobody else in this store uses. */
const fresh = (word: string): string => `${word}-of-stories-${(names += 1)}`;

const aStoryArticle = (n: number, changes: Partial<StoryArticle> = {}): StoryArticle => ({
  fingerprint: `article-${n}`,
  at: NOON + n,
  ...changes,
});

function aStory(changes: Partial<StoryRecord> = {}): StoryRecord {
  return {
    id: fresh('story'),
    title: 'Acme opens a plant',
    madeAt: NOON,
    seenAt: NOON,
    expiresAt: NOON + 400 * DAY,
    articles: [aStoryArticle(1, { domain: 'news.example', country: 'US', rank: 12, sentiment: -0.25 })],
    signature: signatureOf('Acme opens a plant', 'The plant stands in Leipzig. '.repeat(20)),
    samples: [],
    absorbed: [],
    ...changes,
  };
}

const until = { seenAt: NOON + DAY, expiresAt: NOON + 500 * DAY };

/** What a store promises of stories and of what was told of them. */
export function describeStories(store: () => Store): void {
  describe('stories', () => {
    const stories = () => store().stories;

    it('are put once, come back whole, and are listed by the day they were founded', async () => {
      const story = aStory({ madeAt: NOON + 40 * DAY });
      expect(await stories().found(story)).toBe(true);
      expect(await stories().found({ ...story, title: 'Another' })).toBe(false);
      expect(await stories().records([story.id, 'unknown'])).toEqual(new Map([[story.id, story]]));
      expect(await stories().madeOn(dayOf(story.madeAt), 10)).toEqual([story]);
      expect(await stories().madeOn(dayOf(NOON + 41 * DAY), 10)).toEqual([]);
    });

    it('that are open are kept by watch, and come back whole', async () => {
      const watch = fresh('watch');
      const words = { title: ['acme', '東京', '5'], text: ['leaky'] };
      const headline = { title: 1, series: 2, outlet: 4_294_967_295, at: NOON, words: ['acme', '東京'] };
      const bare = newOpenStory('story-b', { title: [], text: [] }, headline);
      await stories().putOpen(watch, [newOpenStory('story-a', words, headline), bare]);
      await stories().putOpen(`${watch}-2`, [bare]);
      await stories().putOpen(watch, []);
      const grown = withArticle(newOpenStory('story-a', words, headline), words, {
        ...headline,
        at: NOON + 1,
      });
      await stories().putOpen(watch, [grown]);
      expect(await stories().open(watch)).toEqual([grown, bare]);
    });

    it('that are open are put in any number at once', async () => {
      const watch = fresh('watch');
      const headline = { title: 1, series: 2, outlet: 3, at: NOON, words: ['acme'] };
      const many = Array.from({ length: 130 }, (_, n) =>
        newOpenStory(`story-${String(n).padStart(3, '0')}`, { title: [`word-${n}`], text: [] }, headline),
      );
      await stories().putOpen(watch, many);
      expect(await stories().open(watch)).toEqual(many);
    });

    it('take in articles as a set: the same again changes nothing', async () => {
      const story = aStory();
      await stories().found(story);
      const samples = [signatureOf('Acme plant opens', '')];
      const joining = { articles: [aStoryArticle(2), aStoryArticle(3)], samples, ...until };
      const joined = await stories().join(story.id, joining);
      expect(joined).toMatchObject({ ...until, samples });
      expect(await stories().join(story.id, joining)).toEqual(joined);
      const both = await stories().join(story.id, {
        ...joining,
        articles: [aStoryArticle(3), aStoryArticle(4)],
        samples: [],
      });
      const members = both?.articles.map(({ fingerprint }) => fingerprint).toSorted();
      expect(members).toEqual(['article-1', 'article-2', 'article-3', 'article-4']);
      expect(await stories().join('gone', joining)).toBeUndefined();
    });

    it('take in what two writers add at once', async () => {
      const story = aStory();
      await stories().found(story);
      const add = (n: number) =>
        stories().join(story.id, { articles: [aStoryArticle(n)], samples: [], ...until });
      await Promise.all(Array.from({ length: 20 }, (_, n) => add(n + 2)));
      expect((await stories().records([story.id])).get(story.id)?.articles).toHaveLength(21);
    });

    it('are merged once; the winner keeps all that it takes in', async () => {
      const [a, b, c] = [aStory(), aStory(), aStory()];
      for (const story of [a, b, c]) await stories().found(story);
      await stories().absorb(a.id, b.id);
      await stories().absorb(a.id, b.id);
      await stories().absorb(a.id, c.id);
      expect(await stories().redirect(b.id, a.id)).toBe(true);
      expect(await stories().redirect(b.id, c.id)).toBe(false);
      expect(await stories().redirect('gone', a.id)).toBe(false);
      const records = await stories().records([a.id, b.id]);
      expect(records.get(a.id)?.absorbed.toSorted()).toEqual([b.id, c.id].toSorted());
      expect(records.get(b.id)?.mergedInto).toBe(a.id);
    });

    it('keep as many articles as a story may have', async () => {
      const articles = Array.from({ length: MOST_STORY_ARTICLES }, (_, n) =>
        aStoryArticle(n, {
          fingerprint: `${n}-${'f'.repeat(58)}`,
          domain: 'd'.repeat(80),
          country: 'US',
          rank: 123_456,
        }),
      );
      const story = aStory({ articles });
      expect(await stories().found(story)).toBe(true);
      expect((await stories().records([story.id])).get(story.id)?.articles).toHaveLength(MOST_STORY_ARTICLES);
    });

    it('stand on bands: the first one stays until somebody who saw it takes its place', async () => {
      const [key, other] = [fresh('w1'), fresh('w2')];
      const to = (story: string) => ({ story, until: NOON + DAY });
      expect(await stories().claimKey(key, to('a'))).toBe(true);
      expect(await stories().claimKey(key, to('b'))).toBe(false);
      expect(await stories().claimKey(key, to('c'), 'b')).toBe(false);
      expect(await stories().keys([key, other])).toEqual(new Map([[key, to('a')]]));
      expect(await stories().claimKey(key, to('b'), 'a')).toBe(true);
      expect(await stories().claimKey(other, to('b'), 'gone meanwhile')).toBe(true);
      expect(await stories().keys([key, other])).toEqual(
        new Map([
          [key, to('b')],
          [other, to('b')],
        ]),
      );
      expect(await stories().keys([])).toEqual(new Map());
    });

    it('of two writers on one band exactly one gets it', async () => {
      const key = fresh('w');
      const tries = ['a', 'b', 'c'].map((story) => stories().claimKey(key, { story, until: NOON }));
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    });

    it('are known to the findings that were judged', async () => {
      const { findings } = store();
      const watchId = fresh('w');
      const found = aStoredFinding(1, { watchId });
      await findings.put(found);
      await findings.judge({ ...found, story: 's' }, { silent: 'same-story' });
      await findings.judge(found, { notified: 'alert-1' });
      const judged = { ...found, story: 's', verdict: { notified: 'alert-1' } };
      expect(await findings.read(watchId, [found.finding.fingerprint])).toEqual([judged]);
    });

    it('are read in any number', async () => {
      const many = Array.from({ length: 120 }, () => aStory());
      for (const story of many) await stories().found(story);
      expect((await stories().records(many.map(({ id }) => id))).size).toBe(120);
    });
  });

  describe('told stories', () => {
    const claimOf = (changes = {}) => ({
      watchId: fresh('w'),
      story: 's',
      fingerprint: 'a',
      milestones: ['top-rank' as const],
      until: NOON + DAY,
      ...changes,
    });

    it('belong to the first finding that claims them, until they are forgotten', async () => {
      const { notifiedStories: notified } = store();
      const claim = claimOf();
      expect(await notified.claim(claim, NOON)).toEqual(claim);
      expect(await notified.claim({ ...claim, milestones: [] }, NOON)).toEqual(claim);
      expect(await notified.claim({ ...claim, fingerprint: 'b' }, NOON)).toBeUndefined();
      expect(await notified.read(claim.watchId, ['s', 't'], NOON)).toEqual([claim]);
      expect(await notified.read('another', ['s'], NOON)).toEqual([]);
      const later = { ...claim, fingerprint: 'b', milestones: [], until: NOON + 2 * DAY };
      expect(await notified.read(claim.watchId, ['s'], NOON + DAY + 1)).toEqual([]);
      expect(await notified.claim(later, NOON + DAY + 1)).toEqual(later);
      expect(await notified.claim(claim, NOON + DAY + 2)).toBeUndefined();
    });

    it('remember each milestone once', async () => {
      const { notifiedStories: notified } = store();
      const claim = claimOf({ milestones: [] });
      await notified.claim(claim, NOON);
      await notified.note(claim, 'outlets');
      await notified.note(claim, 'outlets');
      await notified.note(claim, 'negative');
      const [held] = await notified.read(claim.watchId, ['s'], NOON);
      expect(held?.milestones.toSorted()).toEqual(['negative', 'outlets']);
    });
  });
}
