import { describe, expect, it } from 'vitest';
import { openStore } from '../../shared/store/open-store.ts';
import { signatureOf } from '../../shared/domain/stories/similarity.ts';
import { aFinding, anAlert, aStoredFinding, NOON } from '../ports/examples.ts';
import { newStories } from '../ports/story-examples.ts';
import { describeOnEachTable } from './each-table.ts';

const DAY = '2026-03-01';
const AT = Date.parse(`${DAY}T12:00:00Z`);

describeOnEachTable('the timeline:', (table) => {
  const store = () => openStore(table());
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
        (await timeline.findings([{ watchId, day: DAY, before, limit }]))
          .flatMap(({ found }) => found)
          .map(({ finding }) => Number(finding.fingerprint.slice(-2)));
      expect(await ids(undefined, 2)).toEqual([4, 3]);
      await put(9, AT);
      expect(await ids({ at: AT, id: aFinding(3).fingerprint }, 2)).toEqual([2, 1]);
      expect(await ids({ at: AT, id: aFinding(1).fingerprint }, 9)).toEqual([5]);
      expect(await ids({ at: AT, id: '' }, 9)).toEqual([5]);
      expect(await ids({ at: AT, id: '~' }, 2)).toEqual([9, 4]);
      await findings.put(aStoredFinding(8, { watchId, foundAt: AT + 1, story: 'eighth' }));
      await findings.putNew([aStoredFinding(7, { watchId, foundAt: AT + 2, story: 'seventh' })]);
      const parts = await timeline.findings([
        { watchId: 'goes-back-other', day: DAY, limit: 9 },
        { watchId, day: '2026-03-02', limit: 9 },
        { watchId, day: DAY, before: { at: AT, id: '' }, limit: 9 },
      ]);
      const numbers = parts.map(({ found }) =>
        found.map(({ finding }) => Number(finding.fingerprint.slice(-2))),
      );
      expect(numbers).toEqual([[6], [], [5]]);
      expect(await timeline.findings([])).toEqual([]);
      const { count, latest } = await timeline.soFar(watchId, { day: DAY, most: 2 });
      expect([count, latest.map(({ fingerprint }) => fingerprint).toSorted()]).toEqual([
        8,
        [7, 8].map((n) => aFinding(n).fingerprint),
      ]);
      expect(await timeline.soFar('goes-back-none', { day: DAY, most: 2 })).toEqual({ count: 0, latest: [] });
      const inStories = await timeline.storiesOf([...latest, { watchId, fingerprint: 'gone' }]);
      expect(new Map(inStories.map(({ fingerprint, story }) => [fingerprint, story]))).toEqual(
        new Map([
          [aFinding(7).fingerprint, 'seventh'],
          [aFinding(8).fingerprint, 'eighth'],
        ]),
      );
    });

    it('goes back through what runs found at once, in any order, without leaving one out', async () => {
      const { findings, timeline } = store();
      const watchId = 'found-at-once';
      const of = (n: number, foundAt: number) => aStoredFinding(n, { watchId, foundAt });
      const runs = [[3, 8, 1], [7, 2, 9, 4], [6], [5]] as const;
      for (const [at, run] of runs.entries())
        await findings.putNew(run.map((n) => of(n, AT + Math.min(at, 2))));
      const read: number[] = [];
      for (let before: { at: number; id: string } | undefined; ; ) {
        const [part] = await timeline.findings([{ watchId, day: DAY, before, limit: 2 }]);
        const last = part?.found.at(-1);
        if (!last) break;
        read.push(...(part?.found ?? []).map(({ finding }) => Number(finding.fingerprint.slice(-2))));
        before = { at: last.foundAt, id: last.finding.fingerprint };
      }
      expect(read).toEqual([6, 5, 9, 7, 4, 2, 8, 3, 1]);
    });

    it('reads of what was found what a search compares and shows', async () => {
      const { findings, timeline } = store();
      const shown = {
        title: 'Acme opens a plant',
        snippet: 'The plant is near Lyon.',
        translation: { title: 'Acme ouvre une usine', text: 'Usine.' },
        sentiment: { content: 0.5 },
        companies: ['Acme'],
        facts: { event: 'opening' },
        fields: { place: 'Lyon' },
      };
      const unsearched = {
        signature: '1|2|3|4|5',
        contentHash: 'hash',
        themes: ['Business'],
        people: ['Ada'],
      };
      const one = aStoredFinding(1, {
        watchId: 'searched',
        foundAt: AT,
        story: 'its-story',
        verdict: { silent: 'base' },
        finding: aFinding(1, { ...shown, ...unsearched }),
      });
      await findings.putNew([one]);
      await findings.put({ ...one, finding: { ...one.finding, fingerprint: 'indexed' }, foundAt: AT + 1 });
      const [part] = await timeline.findings([{ watchId: 'searched', day: DAY, limit: 9 }]);
      expect(part?.found).toHaveLength(2);
      for (const { story, finding, ...rest } of part?.found ?? []) {
        expect(story).toBe('its-story');
        expect(finding).toMatchObject(shown);
        for (const name of Object.keys(unsearched)) expect(finding).not.toHaveProperty(name);
        expect(Object.keys(rest).toSorted()).toEqual(['expiresAt', 'foundAt', 'watchId']);
      }
    });

    it('finds what runs have found without the index, where it is known that nobody else has found anything', async () => {
      const { findings, timeline } = store();
      await findings.putNew([1, 2].map((n) => aStoredFinding(n, { watchId: 'runs-alone', foundAt: AT })));
      await findings.put(aStoredFinding(3, { watchId: 'not-alone', foundAt: AT }));
      const of = (watchId: string) => ({ watchId, day: DAY, limit: 9 });
      const [alone, others] = await timeline.findings([of('runs-alone'), of('not-alone')]);
      expect(others?.byRunsAlone).toBe(false);
      const known = { ...of('runs-alone'), byRunsAlone: true };
      const before = { at: AT, id: aFinding(2).fingerprint };
      const [whole, behind] = await timeline.findings([known, { ...known, before }]);
      expect(whole?.found).toEqual(alone?.found);
      expect(behind?.found.map(({ finding }) => finding.fingerprint)).toEqual([aFinding(1).fingerprint]);
    });

    it('goes back through several days at once, counts them, and reads articles of several watches', async () => {
      const { findings, timeline } = store();
      const [watchId, other] = ['several-days', 'several-days-other'];
      const one = (n: number, at: number, of = watchId) => aStoredFinding(n, { watchId: of, foundAt: at });
      await findings.putNew([one(1, AT - 2 * 86_400_000), one(2, AT - 2 * 86_400_000)]);
      await findings.put(one(3, AT - 2 * 86_400_000));
      await findings.put(one(4, AT - 86_400_000));
      await findings.putNew([one(5, AT), one(6, AT + 1)]);
      await findings.put(one(7, AT, other));
      const days = ['2026-02-27', '2026-02-28', DAY];
      expect(await timeline.counts(watchId, days)).toEqual([3, 1, 2]);
      expect(await timeline.counts(watchId, [])).toEqual([]);
      const latest = async (limit: number) =>
        (await timeline.latest(watchId, days.toReversed(), limit)).map(({ finding }) =>
          Number(finding.fingerprint.slice(-2)),
        );
      expect(await latest(9)).toEqual([6, 5, 4, 3, 2, 1]);
      expect(await latest(4)).toEqual([6, 5, 4, 3]);
      expect(await timeline.latest(watchId, [], 9)).toEqual([]);
      const keys = [one(2, AT), one(7, AT, other), one(8, AT)].map(({ watchId: of, finding }) => ({
        watchId: of,
        fingerprint: finding.fingerprint,
      }));
      const found = await timeline.articles(keys);
      expect(found.map((article) => article.watchId).toSorted()).toEqual([watchId, other]);
    });

    it('goes back through alerts, and through the stories that each watch has', async () => {
      const { alerts, stories, timeline } = store();
      for (const n of [1, 2, 3])
        await alerts.put(anAlert(n, { id: `back-${n}`, createdAt: AT }), { dueAt: NOON });
      const found = await timeline.alerts({ day: DAY, before: { at: AT, id: 'back-3' }, limit: 1 });
      expect(found.map(({ alert }) => alert.id)).toEqual(['back-2']);
      const waits = { state: 'pending', dueAt: NOON };
      expect(await timeline.alertStates(DAY, 2)).toEqual([waits, waits]);
      await alerts.put(anAlert(4, { channel: 'goes-back' }), { dueAt: NOON, heldFor: 'brief' });
      expect(await timeline.waitingStates('goes-back', 9)).toEqual([{ ...waits, heldFor: 'brief' }]);
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
});
