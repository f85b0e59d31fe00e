import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportStore } from '../../shared/aws/dynamo/open-report-store.ts';
import type { Store } from '../../shared/aws/dynamo/open-store.ts';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { openRollup } from '../../shared/domain/reports/roll-up-findings.ts';
import { signatureOf } from '../../shared/domain/stories/similarity.ts';
import type { StoryRecord } from '../../shared/domain/stories/story-record.ts';
import { DAY, dayOf, HOUR } from '../../shared/domain/time/instant.ts';
import type { Removals } from '../../shared/use-cases/ports/removals/removals.ts';
import { notifiedBy } from '../../shared/domain/channels/notified-stories.ts';
import { aChannel, aMessage, anAlert, aStoredFinding, aStoryAlert, NOON } from './examples.ts';
import { anExtraction } from './extraction-examples.ts';
import { FULL, putFullWatch } from './full-watch.ts';
import { aRecord } from './report-examples.ts';

export interface OpenedRemovals {
  store: Store;
  reports: ReportStore;
  removals: Removals;
  close(): Promise<void>;
}

const NONE = { findings: 0, windows: 0, quarantined: 0, others: 0 };

function aStory(id: string, changes: Partial<StoryRecord> = {}): StoryRecord {
  return {
    id,
    title: 'Acme opens a plant',
    madeAt: NOON,
    seenAt: NOON,
    expiresAt: NOON + DAY,
    articles: [{ fingerprint: `${id}-1`, at: NOON }],
    signature: signatureOf('Acme opens a plant'),
    samples: [],
    absorbed: [],
    ...changes,
  };
}

/** What every removal promises. */
export function describeRemovals(name: string, open: () => Promise<OpenedRemovals>): void {
  describe(`removals: ${name}`, () => {
    let opened: OpenedRemovals;
    let store: Store;
    let removals: Removals;
    beforeAll(async () => {
      opened = await open();
      ({ store, removals } = opened);
    });
    let kept = 0;
    const keep = async () => void (kept += 1);
    afterAll(async () => {
      await opened.close();
    });

    it('count and delete what lies below a watch, and nothing of one whose name begins so', async () => {
      const neighbours = ['w', 'w-1', 'w-1-2', 'w-10'];
      for (const id of neighbours) await putFullWatch(store, id);
      expect(await removals.contentOf('w-1')).toEqual(FULL);
      const found: StoredFinding[] = [];
      for await (const page of removals.findingsOf('w-1')) found.push(...page);
      expect(found.map(({ finding }) => finding.fingerprint).toSorted()).toEqual(['w-1-1', 'w-1-2', 'w-1-3']);
      for (let again = 0; again < 2; again += 1) {
        await removals.watch('w-1', keep);
        expect(await removals.contentOf('w-1')).toEqual(NONE);
      }
      expect(await store.findings.foundIn('w-1', { from: NOON - HOUR, to: NOON })).toEqual([]);
      expect(await store.findings.unjudged('w-1', { limit: 9 })).toEqual([]);
      expect(await store.states.read('w-1', 'live')).toBeUndefined();
      expect(await store.countStore.get('w-1')).toBeUndefined();
      expect((await store.windows.open(NOON, 99)).map(({ watchId }) => watchId)).not.toContain('w-1');
      for (const id of neighbours.filter((one) => one !== 'w-1'))
        expect({ id, ...(await removals.contentOf(id)) }).toEqual({ id, ...FULL });
    });

    it('delete more items than one request takes', async () => {
      for (let n = 0; n < 60; n += 1) await store.findings.put(aStoredFinding(n, { watchId: 'many' }));
      expect(await removals.contentOf('many')).toEqual({ ...NONE, findings: 60 });
      kept = 0;
      await removals.watch('many', keep);
      expect(kept).toBeGreaterThan(0);
      expect(await removals.contentOf('many')).toEqual(NONE);
    });

    it('delete a story only as it was read', async () => {
      const { stories } = store;
      const [alone, joined, absorbing, merged] = ['s1', 's2', 's3', 's4'].map((id) => aStory(id));
      for (const one of [alone!, joined!, absorbing!, merged!]) await stories.found(one);
      await stories.join('s2', {
        articles: [{ fingerprint: 'new', at: NOON }],
        samples: [],
        seenAt: NOON,
        expiresAt: NOON + DAY,
      });
      await stories.absorb('s3', 's0');
      await stories.redirect('s4', 's0');
      expect(await removals.story(alone!)).toBe(true);
      expect(await removals.story(alone!)).toBe(true);
      for (const one of [joined!, absorbing!, merged!]) expect(await removals.story(one)).toBe(false);
      const left = await stories.records(['s1', 's2', 's3', 's4']);
      expect([...left.keys()].toSorted()).toEqual(['s2', 's3', 's4']);
      for (const one of left.values()) expect(await removals.story(one)).toBe(true);
      expect((await stories.records(['s2', 's3', 's4'])).size).toBe(0);
    });

    it('delete a similarity key only while the story holds it', async () => {
      const until = NOON + DAY;
      await store.stories.claimKey('k1', { story: 'a', until });
      await store.stories.claimKey('k2', { story: 'b', until });
      await removals.similarityKeys([
        { key: 'k1', story: 'a' },
        { key: 'k2', story: 'a' },
        { key: 'k3', story: 'a' },
      ]);
      expect([...(await store.stories.keys(['k1', 'k2', 'k3'])).keys()]).toEqual(['k2']);
    });

    it('delete alerts on their channel, and messages, from every list', async () => {
      await store.alerts.put(anAlert(1), { dueAt: NOON });
      await store.alerts.put(anAlert(1, { channel: 'other' }), { dueAt: NOON });
      await store.messages.put(aMessage(1));
      await removals.alerts([{ id: 'alert-00001', channel: 'press-team' }]);
      await removals.messages(['message-1', 'message-2']);
      expect((await store.alerts.madeOn(dayOf(NOON), 9)).map(({ alert }) => alert.channel)).toEqual([
        'other',
      ]);
      expect(await store.messages.get('message-1')).toBeUndefined();
      expect(await store.outbox.hasWork('press-team', NOON + DAY)).toBe(false);
      expect(await store.outbox.hasWork('other', NOON + DAY)).toBe(true);
    });

    it('delete what a channel remembers of messages that have an alert', async () => {
      const stories = notifiedBy({ texts: aMessage(1).texts }, [aStoryAlert(1), aStoryAlert(2)], aChannel());
      const noteOf = (n: number) => ({ messageId: `m-${n}`, at: NOON + n, stories: stories.slice(n, n + 1) });
      for (const n of [0, 1])
        await store.channelStories.note('remembers', { ...noteOf(n), until: NOON + DAY });
      await removals.channelStories('remembers', new Set(['alert-00001', 'another']));
      await removals.channelStories('another', new Set(['alert-00002']));
      expect(await store.channelStories.since('remembers', 0, 10)).toEqual([noteOf(1)]);
    });

    it('rewrite a message whose delivery is as it was read', async () => {
      const message = aMessage(7, { alertIds: ['a', 'b'] });
      await store.messages.put(message);
      const stored = (await store.messages.get('message-7'))!;
      const shorter = { ...message, alertIds: ['a'], texts: { ...message.texts, email: 'Less.' } };
      expect(await removals.rewriteMessage(stored, shorter)).toBe(true);
      expect(await store.messages.get('message-7')).toEqual({ ...stored, message: shorter });
      await store.messages.move(stored, { state: 'claimed', tries: 1, retryAt: NOON });
      expect(await removals.rewriteMessage(stored, message)).toBe(false);
      expect((await store.messages.get('message-7'))?.message.alertIds).toEqual(['a']);
    });

    it('delete extractions with the claims of their jobs', async () => {
      const one = anExtraction({ id: 'e1', upstreamId: 'job-1' });
      await store.extractions.put(one);
      await store.extractions.claim('job-1', { extractionId: 'e1', expiresAt: NOON + DAY });
      await removals.extractions([one, anExtraction({ id: 'e2' })]);
      expect(await store.extractions.get('e1')).toBeUndefined();
      expect(await store.extractions.overdue(NOON + 9 * DAY, 9)).toEqual([]);
      expect(await store.extractions.claim('job-1', { extractionId: 'e3', expiresAt: NOON + DAY })).toBe(
        true,
      );
    });

    it('change and delete silences', async () => {
      const silence = (id: string, watch: string[]) => ({
        id,
        matchers: { watch },
        owner: 'jane',
        reason: 'figures',
        startsAt: NOON,
        endsAt: NOON + HOUR,
      });
      for (const [id, watch] of [
        ['one', ['a']],
        ['two', ['a', 'b']],
        ['three', ['b']],
      ] as const)
        await store.silences.put(silence(id, [...watch]));
      const changed = await removals.silences((before) => {
        if (!before.matchers.watch?.includes('a')) return before;
        const watch = before.matchers.watch.filter((id) => id !== 'a');
        return watch.length === 0 ? undefined : { ...before, matchers: { watch } };
      });
      expect(changed).toBe(2);
      const left = await store.silences.since(0);
      expect(left.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
        silence('three', ['b']),
        silence('two', ['b']),
      ]);
    });

    it('delete records of reports, rollups of a brand, and the mark of a day', async () => {
      const { reports } = opened;
      const scope = { brand: 'acme', timezone: 'Europe/Paris' };
      const near = { brand: 'acme', timezone: 'UTC' };
      const other = { brand: 'acme-2', timezone: 'Europe/Paris' };
      const day = '2026-11-19';
      const mark = { foundDay: day, watches: ['w'], days: [day] };
      for (const one of [scope, near, other]) {
        await reports.rollups.put(one, { day, foundDay: day, rollup: openRollup().close() }, NOON + DAY);
        await reports.rollups.mark(one, mark, NOON + DAY);
      }
      const span = { from: '2026-01-01', to: '2026-12-31' };
      await removals.rollupMark(near, day);
      await removals.rollups(scope);
      const left = async (one: typeof scope) => {
        let days = 0;
        for await (const _ of reports.rollups.read(one, { first: span.from, last: span.to })) days += 1;
        return [days, (await reports.rollups.marks(one, span)).length];
      };
      expect([await left(scope), await left(near), await left(other)]).toEqual([
        [0, 0],
        [1, 0],
        [1, 1],
      ]);
      await reports.records.put(aRecord());
      await removals.reports(['abcdefghij', 'none']);
      expect(await reports.records.latest(9)).toEqual([]);
    });
  });
}
