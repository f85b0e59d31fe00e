import { beforeAll, expect, it } from 'vitest';
import { openStore, type Store } from '../../shared/store/open-store.ts';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { openRollup } from '../../shared/domain/reports/rollup/roll-up-findings.ts';
import { signatureOf } from '../../shared/domain/stories/similarity.ts';
import type { StoryRecord } from '../../shared/domain/stories/story-record.ts';
import { DAY, dayOf, HOUR } from '../../shared/domain/time/instant.ts';
import { notifiedBy } from '../../shared/domain/channels/notified-stories.ts';
import { aChannel, aMessage, anAlert, aStoredFinding, aStoryAlert, NOON } from '../ports/examples.ts';
import { anExtraction } from '../ports/extraction-examples.ts';
import { longText } from '../ports/long-texts.ts';
import { FULL, putFullWatch } from '../ports/full-watch.ts';
import { aRecord } from '../ports/report-examples.ts';
import { leaveShared, newStories } from '../ports/story-examples.ts';
import { describeOnEachTable } from './each-table.ts';

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

describeOnEachTable('removals:', (table) => {
  let store: Store;
  beforeAll(() => {
    store = openStore(table());
  });
  let kept = 0;
  const keep = async () => void (kept += 1);

  it('count and delete what lies below a watch, and nothing of one whose name begins so', async () => {
    const neighbours = ['w', 'w-1', 'w-1-2', 'w-10'];
    for (const id of neighbours) await putFullWatch(store, id);
    expect(await store.removals.contentOf('w-1')).toEqual(FULL);
    const found: StoredFinding[] = [];
    for await (const page of store.removals.findingsOf('w-1')) found.push(...page);
    expect(found.map(({ finding }) => finding.fingerprint).toSorted()).toEqual(['w-1-1', 'w-1-2', 'w-1-3']);
    for (let again = 0; again < 2; again += 1) {
      await store.removals.watch('w-1', keep);
      expect(await store.removals.contentOf('w-1')).toEqual(NONE);
    }
    expect(await store.findings.foundIn('w-1', { from: NOON - HOUR, to: NOON })).toEqual([]);
    expect(await store.findings.unjudged('w-1', { limit: 9 })).toEqual([]);
    expect(await store.states.read('w-1', 'live')).toBeUndefined();
    expect(await store.hourlyCounts.get('w-1')).toBeUndefined();
    expect((await store.windows.open(NOON, 99)).map(({ watchId }) => watchId)).not.toContain('w-1');
    for (const id of neighbours.filter((one) => one !== 'w-1'))
      expect({ id, ...(await store.removals.contentOf(id)) }).toEqual({ id, ...FULL });
  });

  it('delete more items than one request takes', async () => {
    for (let n = 0; n < 60; n += 1) await store.findings.put(aStoredFinding(n, { watchId: 'many' }));
    expect(await store.removals.contentOf('many')).toEqual({ ...NONE, findings: 60 });
    kept = 0;
    await store.removals.watch('many', keep);
    expect(kept).toBeGreaterThan(0);
    expect(await store.removals.contentOf('many')).toEqual(NONE);
  });

  it('delete the stories and keys of a watch, and those of no other', async () => {
    const { stories } = store;
    const until = NOON + DAY;
    const keys = ['k1', 'k2'].map((key) => ({ key, story: 'own-1', until }));
    const of = newStories({ stories: ['own-1', 'own-2'].map((id) => aStory(id)), keys });
    for (const id of ['forgets', 'keeps']) await stories.putNew(id, of);
    await leaveShared(table(), { stories: [aStory('own-1')] });
    for (let again = 0; again < 2; again += 1)
      await store.removals.storiesOfWatch('forgets', { ids: ['own-1', 'own-2', 'gone'], keys: ['k1'] });
    const asked = { keys: ['k1', 'k2'], ids: ['own-1', 'own-2'] };
    const left = await stories.ofWatch('forgets', asked);
    expect([[...left.owners.keys()], [...left.records.values()]]).toEqual([['k2'], [aStory('own-1')]]);
    const kept = await stories.ofWatch('keeps', asked);
    expect([kept.owners.size, kept.records.size]).toEqual([2, 2]);
    expect((await stories.parts(['own-1', 'own-2'])).get('own-1')).toHaveLength(2);
  });

  it('delete a shared story only as it was read', async () => {
    const { stories } = store;
    const seen = aStory('s2', { seenAt: NOON - 1 });
    const full = aStory('s3', { absorbed: ['s0'] });
    const merged = aStory('s4', { mergedInto: 's0' });
    await leaveShared(table(), { stories: [aStory('s1'), seen, full, merged] });
    expect(await store.removals.story(aStory('s1'))).toBe(true);
    expect(await store.removals.story(aStory('s1'))).toBe(true);
    for (const id of ['s2', 's3', 's4']) expect(await store.removals.story(aStory(id))).toBe(false);
    const grown = { ...seen, articles: [...seen.articles, { fingerprint: 'new', at: NOON }] };
    expect(await store.removals.story(grown)).toBe(false);
    expect([...(await stories.parts(['s1', 's2', 's3', 's4'])).keys()].toSorted()).toEqual([
      's2',
      's3',
      's4',
    ]);
    for (const one of [seen, full, merged]) expect(await store.removals.story(one)).toBe(true);
    expect((await stories.parts(['s2', 's3', 's4'])).size).toBe(0);
  });

  it('delete a shared key only while the story holds it', async () => {
    const to = (story: string) => ({ story, until: NOON + DAY });
    await leaveShared(table(), {
      keys: new Map([
        ['k5', to('a')],
        ['k6', to('b')],
      ]),
    });
    await store.removals.similarityKeys([
      { key: 'k5', story: 'a' },
      { key: 'k6', story: 'a' },
      { key: 'k7', story: 'a' },
    ]);
    const { owners } = await store.stories.ofWatch('w', { keys: ['k5', 'k6', 'k7'], ids: [] });
    expect([...owners.keys()]).toEqual(['k6']);
  });

  it('delete alerts on their channel, and messages, from every list', async () => {
    await store.alerts.put(anAlert(1, { channel: 'removes' }), { dueAt: NOON });
    await store.alerts.put(anAlert(1, { channel: 'other' }), { dueAt: NOON });
    await store.messages.put(aMessage(1, { channel: 'removes' }));
    await store.removals.alerts([{ id: 'alert-00001', channel: 'removes' }]);
    await store.removals.messages(['message-1', 'message-2']);
    expect((await store.alerts.madeOn(dayOf(NOON), 9)).map(({ alert }) => alert.channel)).toEqual(['other']);
    expect(await store.messages.get('message-1')).toBeUndefined();
    expect(await store.outbox.hasWork('removes', NOON + DAY)).toBe(false);
    expect(await store.outbox.hasWork('other', NOON + DAY)).toBe(true);
  });

  it('delete what a channel remembers of messages that have an alert', async () => {
    const stories = notifiedBy({ texts: aMessage(1).texts }, [aStoryAlert(1), aStoryAlert(2)], aChannel());
    const noteOf = (n: number) => ({ messageId: `m-${n}`, at: NOON + n, stories: stories.slice(n, n + 1) });
    for (const n of [0, 1]) await store.channelStories.note('remembers', { ...noteOf(n), until: NOON + DAY });
    await store.removals.channelStories('remembers', new Set(['alert-00001', 'another']));
    await store.removals.channelStories('another', new Set(['alert-00002']));
    expect(await store.channelStories.since('remembers', 0, 10)).toEqual([noteOf(1)]);
  });

  it('rewrite a message whose delivery is as it was read', async () => {
    const message = aMessage(7, { alertIds: ['a', 'b'] });
    await store.messages.put(message);
    const stored = (await store.messages.get('message-7'))!;
    const shorter = { ...message, alertIds: ['a'], texts: { ...message.texts, email: 'Less.' } };
    expect(await store.removals.rewriteMessage(stored, shorter)).toBe(true);
    expect(await store.messages.get('message-7')).toEqual({ ...stored, message: shorter });
    await store.messages.move(stored, { state: 'claimed', tries: 1, retryAt: NOON });
    expect(await store.removals.rewriteMessage(stored, message)).toBe(false);
    expect((await store.messages.get('message-7'))?.message.alertIds).toEqual(['a']);
  });

  it('rewrite a message that a deliverer is sending, which records that it was sent, and nothing of what was removed', async () => {
    const texts = { subject: 'Acme', email: longText('Lyon'), json: '{}' };
    const message = aMessage(8, { alertIds: ['a', 'b'], texts });
    await store.messages.put(message);
    const sending = (await store.messages.get('message-8'))!;
    const shorter = { ...message, alertIds: ['a'], texts: { ...texts, email: longText('Paris') } };
    expect(await store.removals.rewriteMessage(sending, shorter)).toBe(true);
    const accepted = { state: 'accepted', tries: 1, retryAt: NOON, snsMessageId: 'sns-1' } as const;
    expect(await store.messages.move(sending, accepted)).toBe(true);
    const sent = { message: shorter, delivery: accepted };
    expect(await store.messages.get('message-8')).toEqual(sent);
    const last = { ...shorter, alertIds: ['a'], texts: { ...texts, email: 'Less.' } };
    expect(await store.removals.rewriteMessage(sent, last)).toBe(true);
    expect(await store.messages.get('message-8')).toEqual({ ...sent, message: last });
  });

  it('delete extractions with the claims of their jobs', async () => {
    const one = anExtraction({ id: 'e1', upstreamId: 'job-1' });
    await store.extractions.put(one);
    await store.extractions.claim('job-1', { extractionId: 'e1', expiresAt: NOON + DAY });
    await store.removals.extractions([one, anExtraction({ id: 'e2' })]);
    expect(await store.extractions.get('e1')).toBeUndefined();
    expect(await store.extractions.overdue(NOON + 9 * DAY, 9)).toEqual([]);
    expect(await store.extractions.claim('job-1', { extractionId: 'e3', expiresAt: NOON + DAY })).toBe(true);
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
    const changed = await store.removals.silences((before) => {
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
    const scope = { brand: 'acme', timezone: 'Europe/Paris' };
    const near = { brand: 'acme', timezone: 'UTC' };
    const other = { brand: 'acme-2', timezone: 'Europe/Paris' };
    const day = '2026-11-19';
    const mark = { foundDay: day, watches: ['w'], days: [day] };
    for (const one of [scope, near, other]) {
      await store.rollups.put(one, { day, foundDay: day, rollup: openRollup().close() }, NOON + DAY);
      await store.rollups.mark(one, mark, NOON + DAY);
    }
    const span = { from: '2026-01-01', to: '2026-12-31' };
    await store.removals.rollupMark(near, day);
    await store.removals.rollups(scope);
    const left = async (one: typeof scope) => {
      let days = 0;
      for await (const _ of store.rollups.read(one, { first: span.from, last: span.to })) days += 1;
      return [days, (await store.rollups.marks(one, span)).length];
    };
    expect([await left(scope), await left(near), await left(other)]).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
    await store.reportRecords.put(aRecord());
    await store.removals.reports(['abcdefghij', 'none']);
    expect(await store.reportRecords.latest(9)).toEqual([]);
  });
});
