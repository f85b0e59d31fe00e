import { describe, expect, it } from 'vitest';
import type { Store } from '../../shared/aws/dynamo/open-store.ts';
import { signatureOf } from '../../shared/domain/stories/similarity.ts';
import { aFinding, anAlert, aStoredFinding, NOON } from './examples.ts';
import { newStories } from './story-examples.ts';

const DAY = '2026-03-01';
const AT = Date.parse(`${DAY}T12:00:00Z`);

/** What a store promises of what came by time. */
export function describeTimeline(store: () => Store): void {
  describe('timeline', () => {
    it('goes back through what a watch found, behind any place, though more comes meanwhile', async () => {
      const { findings, timeline } = store();
      const watchId = 'goes-back';
      const put = (n: number, foundAt: number) => findings.put(aStoredFinding(n, { watchId, foundAt }));
      // Four of one instant, as a run and others store them, and one of another.
      await findings.putNew([1, 3, 4].map((n) => aStoredFinding(n, { watchId, foundAt: AT })));
      await put(2, AT);
      await findings.putNew([aStoredFinding(5, { watchId, foundAt: AT - 1 })]);
      await findings.put(aStoredFinding(6, { watchId: 'goes-back-other', foundAt: AT }));
      const ids = async (before: { at: number; id: string } | undefined, limit: number) =>
        (await timeline.findings(watchId, { day: DAY, before, limit })).map(({ finding }) =>
          Number(finding.fingerprint.slice(-2)),
        );
      expect(await ids(undefined, 2)).toEqual([4, 3]);
      await put(9, AT);
      expect(await ids({ at: AT, id: aFinding(3).fingerprint }, 2)).toEqual([2, 1]);
      expect(await ids({ at: AT, id: aFinding(1).fingerprint }, 9)).toEqual([5]);
      expect(await ids({ at: AT, id: '' }, 9)).toEqual([5]);
      expect(await ids({ at: AT, id: '~' }, 2)).toEqual([9, 4]);
      await findings.put(aStoredFinding(8, { watchId, foundAt: AT + 1, story: 'eighth' }));
      await findings.putNew([aStoredFinding(7, { watchId, foundAt: AT + 2, story: 'seventh' })]);
      expect((await timeline.storyIds(watchId, DAY, 9)).toSorted()).toEqual(['eighth', 'seventh']);
      expect(await timeline.storyIds(watchId, '2026-03-02', 9)).toEqual([]);
      expect(await timeline.findings(watchId, { day: '2026-03-02', limit: 9 })).toEqual([]);
      expect([await timeline.count(watchId, DAY), await timeline.count(watchId, '2026-03-02')]).toEqual([
        8, 0,
      ]);
    });

    it('goes back through alerts, and through the stories that each watch has', async () => {
      const { alerts, stories, timeline } = store();
      for (const n of [1, 2, 3])
        await alerts.put(anAlert(n, { id: `back-${n}`, createdAt: AT }), { dueAt: NOON });
      const found = await timeline.alerts({ day: DAY, before: { at: AT, id: 'back-3' }, limit: 1 });
      expect(found.map(({ alert }) => alert.id)).toEqual(['back-2']);
      const story = (id: string, madeAt: number) => ({
        id,
        title: `Story ${id}`,
        madeAt,
        seenAt: madeAt,
        expiresAt: madeAt + 1,
        articles: [{ fingerprint: 'a', at: madeAt, domain: 'news.example' }],
        signature: signatureOf(`Story ${id}`, ''),
        samples: [],
        absorbed: [],
      });
      await stories.putNew('goes-back', newStories({ stories: [story('back-1', AT), story('back-2', AT)] }));
      await stories.putNew('goes-back-other', newStories({ stories: [story('back-1', AT)] }));
      const all = await timeline.stories({ day: DAY, limit: 9 });
      expect(all.map(({ id }) => id)).toEqual(['back-2', 'back-1', 'back-1']);
      expect(new Set(all.map(({ watchId }) => watchId))).toEqual(new Set(['goes-back', 'goes-back-other']));
      expect(await timeline.stories({ day: DAY, before: { at: AT, id: 'back-1' }, limit: 9 })).toEqual([]);
    });
  });
}
