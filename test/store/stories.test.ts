import { describe, expect, it } from 'vitest';
import { openStore } from '../../shared/store/open-store.ts';
import { DAY, dayOf } from '../../shared/domain/time/instant.ts';
import { newOpenStory, withArticle } from '../../shared/domain/stories/open-story.ts';
import { signatureOf } from '../../shared/domain/stories/similarity.ts';
import {
  MOST_STORY_ARTICLES,
  type StoryArticle,
  type StoryRecord,
} from '../../shared/domain/stories/story-record.ts';
import { aChannel, aStoredFinding, NOON } from '../ports/examples.ts';
import { leaveShared, newStories } from '../ports/story-examples.ts';
import { describeOnEachTable, fresh } from './each-table.ts';

/** The bits of a sketch of an embedding. */
const aSketch = Array.from({ length: 16 }, (_, n) => (n * 0x9e3779b1) >>> 0);

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

describeOnEachTable('stories:', (table) => {
  const store = () => openStore(table());
  describe('stories', () => {
    const stories = () => store().stories;

    const ofWatch = async (watchId: string, ids: readonly string[]) =>
      (await stories().ofWatch(watchId, { keys: [], ids })).records;
    const owners = async (watchId: string, keys: readonly string[]) =>
      (await stories().ofWatch(watchId, { keys, ids: [] })).owners;

    it('are put for a watch, come back whole, and are listed by the day they were founded', async () => {
      const [watch, other] = [fresh('w'), fresh('w')];
      const story = aStory({ madeAt: NOON + 40 * DAY });
      const [of, ofOther] = [
        { ...story, watchId: watch },
        { ...story, watchId: other, title: 'Another' },
      ];
      for (let again = 0; again < 2; again += 1)
        await stories().putNew(watch, newStories({ stories: [story] }));
      await stories().putNew(other, newStories({ stories: [{ ...story, title: 'Another' }] }));
      expect(await ofWatch(watch, [story.id, 'unknown'])).toEqual(new Map([[story.id, of]]));
      expect(await ofWatch(fresh('w'), [story.id])).toEqual(new Map());
      const outlines = [ofOther, of].map(({ signature: _signature, samples: _samples, ...one }) => one);
      const parts = await stories().parts([story.id, 'unknown']);
      expect([...parts.keys()]).toEqual([story.id]);
      expect(parts.get(story.id)?.toSorted((a, b) => (a.title < b.title ? 1 : -1))).toEqual(outlines);
      const begun = await store().timeline.begun(dayOf(story.madeAt), 1);
      expect(begun.toSorted((a, b) => (a.title < b.title ? 1 : -1))).toEqual(outlines);
      expect(await store().timeline.begun(dayOf(NOON + 41 * DAY), 10)).toEqual([]);
    });

    it('are put with keys and claims, in any number at once', async () => {
      const watch = fresh('w');
      const many = Array.from({ length: 45 }, () => aStory());
      const keys = many.map(({ id }) => ({ key: `key-${id}`, story: id, until: NOON + DAY }));
      const claims = many.map(({ id }) => ({
        watchId: watch,
        story: id,
        fingerprint: 'a',
        until: NOON + DAY,
      }));
      await stories().putNew(watch, newStories({ stories: many, keys, claims }));
      const ids = many.map(({ id }) => id);
      const read = await stories().ofWatch(watch, { keys: keys.map(({ key }) => key), ids });
      expect([read.owners.size, read.records.size]).toEqual([45, 45]);
      expect(await store().notifiedStories.read(watch, ids, NOON)).toHaveLength(45);
      await stories().putNew(watch, newStories({}));
      expect(await stories().ofWatch(watch, { keys: [], ids: [] })).toEqual({
        owners: new Map(),
        records: new Map(),
        channels: new Map(),
      });
    });

    it('are read with channels, of which one that is gone is undefined', async () => {
      const [watch, channel] = [fresh('w'), aChannel({ name: fresh('channel') })];
      const story = aStory();
      await store().definitions.putChannel(channel);
      await stories().putNew(watch, newStories({ stories: [story] }));
      const read = await stories().ofWatch(watch, {
        keys: [],
        ids: [story.id],
        channels: [channel.name, 'gone'],
      });
      expect(read).toEqual({
        owners: new Map(),
        records: new Map([[story.id, { ...story, watchId: watch }]]),
        channels: new Map([
          [channel.name, channel],
          ['gone', undefined],
        ]),
      });
    });

    it('of a version before are read by each watch, which goes on with a copy of its own', async () => {
      const [watch, other] = [fresh('w'), fresh('w')];
      const [shared, taken] = [aStory({ absorbed: ['merged'] }), aStory()];
      const [key, next] = [fresh('k'), fresh('k')];
      const to = { story: shared.id, until: NOON + DAY };
      await leaveShared(table(), {
        stories: [shared, taken],
        keys: new Map([key, next].map((one) => [one, to])),
      });
      expect(await ofWatch(watch, [shared.id])).toEqual(new Map([[shared.id, shared]]));
      const own = { key: next, story: 'own', until: NOON };
      await stories().putNew(watch, newStories({ keys: [own] }));
      expect((await owners(watch, [key, next])).get(key)).toEqual(to);
      expect((await owners(watch, [key, next])).get(next)?.story).toBe('own');
      expect((await owners(other, [next])).get(next)).toEqual(to);
      const joining = { articles: [aStoryArticle(2)], samples: [], ...until };
      expect(await stories().join(watch, shared.id, joining)).toBe(true);
      const joined = (await ofWatch(watch, [shared.id])).get(shared.id);
      expect(joined?.articles).toHaveLength(2);
      expect(joined).toMatchObject({ watchId: watch, title: shared.title, absorbed: ['merged'], ...until });
      expect(await stories().join(watch, shared.id, joining)).toBe(true);
      expect(await ofWatch(watch, [shared.id])).toEqual(new Map([[shared.id, joined]]));
      expect(await ofWatch(other, [shared.id])).toEqual(new Map([[shared.id, shared]]));
      for (const watches of [
        undefined,
        [other, watch],
        Array.from({ length: 40 }, (_, n) => `other-${n}`).concat(watch),
      ]) {
        const parts = (await stories().parts([shared.id, 'none', shared.id], watches)).get(shared.id) ?? [];
        expect(new Set(parts.map(({ watchId }) => watchId))).toEqual(new Set([undefined, watch]));
        expect(parts).toHaveLength(2);
      }
      await stories().absorb(watch, shared.id, taken.id);
      expect(await stories().redirect(watch, taken.id, shared.id)).toBe(true);
      expect(await stories().redirect(watch, taken.id, 'another')).toBe(false);
      expect((await ofWatch(watch, [taken.id])).get(taken.id)?.mergedInto).toBe(shared.id);
      expect((await ofWatch(other, [taken.id])).get(taken.id)).toEqual(taken);
    });

    it('are changed as a person orders: lists are put whole, and what is left out is gone', async () => {
      const [watch, other] = [fresh('w'), fresh('w')];
      const [winner, loser] = [aStory({ samples: [signatureOf('A sample', '')] }), aStory()];
      for (const name of [watch, other])
        await stories().putNew(name, newStories({ stories: [winner, loser] }));
      await stories().absorb(watch, winner.id, loser.id);
      await stories().redirect(watch, loser.id, winner.id);
      const amended = { ...winner, title: 'Another', articles: [], samples: [], apart: [loser.id] };
      const { mergedInto: _merged, ...own } = loser;
      for (let again = 0; again < 2; again += 1) {
        await stories().amend(watch, winner.id, amended);
        await stories().amend(watch, loser.id, { ...own, articles: [aStoryArticle(7)] });
      }
      await stories().amend(watch, 'nobody', own);
      const found = await ofWatch(watch, [winner.id, loser.id, 'nobody']);
      expect(found.get(winner.id)).toEqual({ ...amended, watchId: watch });
      expect(found.get(loser.id)).toEqual({ ...own, watchId: watch, articles: [aStoryArticle(7)] });
      expect(found.size).toBe(2);
      expect((await ofWatch(other, [winner.id])).get(winner.id)).toEqual({ ...winner, watchId: other });
    });

    it('that are open are kept by watch, and come back whole', async () => {
      const watch = fresh('watch');
      const words = { title: ['acme', '東京', '5'], text: ['leaky'] };
      const headline = { title: 1, series: 2, outlet: 4_294_967_295, at: NOON, words: ['acme', '東京'] };
      const bare = newOpenStory('story-b', { title: [], text: [] }, headline);
      await stories().putNew(watch, newStories({ open: [newOpenStory('story-a', words, headline), bare] }));
      await stories().putNew(`${watch}-2`, newStories({ open: [bare] }));
      await stories().putNew(watch, newStories({ open: [] }));
      const grown = withArticle(newOpenStory('story-a', words, headline), words, {
        ...headline,
        at: NOON + 1,
      });
      const sketched = {
        ...grown,
        passed: [0, 4_294_967_295],
        embeddings: [{ model: 'qwen1024', bits: aSketch }],
      };
      await stories().putNew(watch, newStories({ open: [sketched] }));
      expect(await stories().open(watch)).toEqual([sketched, bare]);
    });

    it('that are open are put in any number at once', async () => {
      const watch = fresh('watch');
      const headline = { title: 1, series: 2, outlet: 3, at: NOON, words: ['acme'] };
      const many = Array.from({ length: 130 }, (_, n) =>
        newOpenStory(`story-${String(n).padStart(3, '0')}`, { title: [`word-${n}`], text: [] }, headline),
      );
      await stories().putNew(watch, newStories({ open: many }));
      expect(await stories().open(watch)).toEqual(many);
    });

    it('take in articles as a set: the same again changes nothing', async () => {
      const story = aStory();
      await stories().putNew('w', newStories({ stories: [story] }));
      const samples = [signatureOf('Acme plant opens', '')];
      const joining = { articles: [aStoryArticle(2), aStoryArticle(3)], samples, ...until };
      const joined = async (added: typeof joining) => {
        expect(await stories().join('w', story.id, added)).toBe(true);
        return (await ofWatch('w', [story.id])).get(story.id);
      };
      const once = await joined(joining);
      expect(once).toMatchObject({ ...until, samples });
      expect(await joined(joining)).toEqual(once);
      const both = await joined({
        ...joining,
        articles: [aStoryArticle(3), aStoryArticle(4)],
        samples: [],
      });
      const members = both?.articles.map(({ fingerprint }) => fingerprint).toSorted();
      expect(members).toEqual(['article-1', 'article-2', 'article-3', 'article-4']);
      expect(await stories().join('w', 'gone', joining)).toBe(false);
      expect(both?.title).toBe(story.title);
      const named = { ...joining, title: 'Acme closes plant' };
      expect(await joined(named)).toEqual({ ...both, title: 'Acme closes plant' });
    });

    it('take in what is added at once', async () => {
      const story = aStory();
      await stories().putNew('w', newStories({ stories: [story] }));
      const add = (n: number) =>
        stories().join('w', story.id, { articles: [aStoryArticle(n)], samples: [], ...until });
      await Promise.all(Array.from({ length: 20 }, (_, n) => add(n + 2)));
      expect((await ofWatch('w', [story.id])).get(story.id)?.articles).toHaveLength(21);
    });

    it('are merged once; the winner keeps all that it takes in', async () => {
      const [a, b, c] = [aStory(), aStory(), aStory()];
      await stories().putNew('w', newStories({ stories: [a, b, c] }));
      await stories().absorb('w', a.id, b.id);
      await stories().absorb('w', a.id, b.id);
      await stories().absorb('w', a.id, c.id);
      expect(await stories().redirect('w', b.id, a.id)).toBe(true);
      expect(await stories().redirect('w', b.id, c.id)).toBe(false);
      expect(await stories().redirect('w', 'gone', a.id)).toBe(false);
      const records = await ofWatch('w', [a.id, b.id]);
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
      await stories().putNew('w', newStories({ stories: [story] }));
      expect((await ofWatch('w', [story.id])).get(story.id)?.articles).toHaveLength(MOST_STORY_ARTICLES);
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
      await stories().putNew('w', newStories({ stories: many }));
      const ids = many.map(({ id }) => id);
      expect((await ofWatch('w', ids)).size).toBe(120);
      expect((await stories().parts(ids)).size).toBe(120);
      expect((await stories().parts(ids, ['v', 'w'])).size).toBe(120);
    });
  });

  describe('told stories', () => {
    const stories = () => store().stories;
    const claimOf = (changes = {}) => ({
      watchId: fresh('w'),
      story: 's',
      fingerprint: 'a',
      until: NOON + DAY,
      ...changes,
    });

    it('are put for a watch, and count until they are forgotten', async () => {
      const { notifiedStories: notified } = store();
      const claim = claimOf();
      await stories().putNew(claim.watchId, newStories({ claims: [claim] }));
      expect(await notified.read(claim.watchId, ['s', 't'], NOON)).toEqual([claim]);
      expect(await notified.read('another', ['s'], NOON)).toEqual([]);
      expect(await notified.read(claim.watchId, ['s'], NOON + DAY + 1)).toEqual([]);
      const later = { ...claim, fingerprint: 'b', until: NOON + 2 * DAY };
      await stories().putNew(claim.watchId, newStories({ claims: [later] }));
      expect(await notified.read(claim.watchId, ['s'], NOON + DAY + 1)).toEqual([later]);
    });

    it('remember each severity once, also where their watch had no rules at first', async () => {
      const { notifiedStories: notified } = store();
      const [older, claim] = [claimOf(), claimOf({ severities: ['info' as const] })];
      for (const one of [older, claim]) await stories().putNew(one.watchId, newStories({ claims: [one] }));
      for (const one of [older, claim, claim]) await notified.noteSeverity(one, 'critical');
      const held = [
        ...(await notified.read(older.watchId, ['s'], NOON)),
        ...(await notified.read(claim.watchId, ['s'], NOON)),
      ];
      expect(held.map(({ severities = [] }) => severities.toSorted())).toEqual([
        ['critical'],
        ['critical', 'info'],
      ]);
    });
  });
});
