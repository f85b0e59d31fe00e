import { expect, it } from 'vitest';
import { notifiedBy } from '../../shared/domain/channels/message-plan.ts';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { openRollup } from '../../shared/domain/reports/roll-up-findings.ts';
import { articleOf, emptyStory, withArticle } from '../../shared/domain/stories/open-story.ts';
import { newStoryOrder } from '../../shared/domain/stories/story.ts';
import { DAY, dayOf, HOUR } from '../../shared/domain/time/instant.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { removalsIn } from '../../shared/store/removals.ts';
import {
  aChannel,
  aFinding,
  aMessage,
  anAlert,
  aStoredFinding,
  aStoryAlert,
  NOON,
} from '../ports/examples.ts';
import { anExtraction } from '../ports/extraction-examples.ts';
import { FULL, putFullWatch, waitingPart } from '../ports/full-watch.ts';
import { longText } from '../ports/long-texts.ts';
import { aRecord } from '../ports/report-examples.ts';
import { aStoryRecord } from '../ports/story-examples.ts';
import { describeOnEachTable, fresh } from './each-table.ts';

const NONE = { findings: 0, windows: 0, quarantined: 0, others: 0 };

function anOpenStory(id: string) {
  return withArticle(emptyStory(id, NOON), articleOf(aFinding(1)));
}

describeOnEachTable('removals', (open) => {
  const store = () => openStore(open());
  const removals = () => removalsIn(open());
  let kept = 0;
  const keep = async () => void (kept += 1);

  it('count and delete what lies below a watch, and nothing of one whose name begins so', async () => {
    const neighbours = ['w', 'w-1', 'w-1-2', 'w-10'];
    for (const id of neighbours) await putFullWatch(store(), id);
    expect(await removals().contentOf('w-1')).toEqual(FULL);
    const found: StoredFinding[] = [];
    for await (const page of removals().findingsOf('w-1')) found.push(...page);
    expect(found.map(({ finding }) => finding.fingerprint).toSorted()).toEqual(['w-1-1', 'w-1-2', 'w-1-3']);
    for (let again = 0; again < 2; again += 1) {
      await removals().watch('w-1', keep);
      expect(await removals().contentOf('w-1')).toEqual(NONE);
    }
    expect(await store().findings.foundIn('w-1', { from: NOON - HOUR, to: NOON })).toEqual([]);
    expect(await store().spaces.waiting('watch.w-1', 9)).toEqual([]);
    expect(await store().states.read('w-1', 'live')).toBeUndefined();
    expect(await store().hourlyCounts.get('w-1')).toBeUndefined();
    expect((await store().windows.open(NOON, 99)).map(({ watchId }) => watchId)).not.toContain('w-1');
    for (const id of neighbours.filter((one) => one !== 'w-1'))
      expect({ id, ...(await removals().contentOf(id)) }).toEqual({ id, ...FULL });
  });

  it('delete more items than one request takes', async () => {
    for (let n = 0; n < 60; n += 1) await store().findings.put(aStoredFinding(n, { watchId: 'many' }));
    expect(await removals().contentOf('many')).toEqual({ ...NONE, findings: 60 });
    kept = 0;
    await removals().watch('many', keep);
    expect(kept).toBeGreaterThan(0);
    expect(await removals().contentOf('many')).toEqual(NONE);
  });

  it('delete stories of a space with what people ordered about them, and keys that lead to none', async () => {
    const [space, other] = [fresh('brand.acme.normal'), fresh('brand.globex.normal')];
    const { stories, storyOrders } = store();
    const [gone, kept] = [aStoryRecord(fresh('gone'), { space }), aStoryRecord(fresh('kept'), { space })];
    const keys = [gone, kept].map(({ id }) => ({ key: `key-of-${id}`, story: id, until: NOON + DAY }));
    const open = [gone, kept].map(({ id }) => anOpenStory(id));
    await stories.write(space, { records: [gone, kept], keys, open });
    await stories.write(other, { records: [], keys, open });
    for (const { id: story } of [gone, kept])
      await storyOrders.put(newStoryOrder({ kind: 'mute', space, story, at: NOON }));
    const asked = { keys: keys.map(({ key }) => key), ids: [gone.id, kept.id] };
    for (let again = 0; again < 2; again += 1) {
      await removals().stories(space, [gone.id]);
      await removals().copyKeys(space, [...asked.keys, 'another']);
    }
    expect(await stories.inSpace(space, asked)).toEqual({ owners: keys.slice(1), records: [kept] });
    expect((await stories.open(space)).map(({ id }) => id)).toEqual([kept.id]);
    expect((await storyOrders.of(space)).map(({ story }) => story)).toEqual([kept.id]);
    expect((await stories.inSpace(other, asked)).owners).toHaveLength(2);
    expect(await stories.open(other)).toHaveLength(2);
  });

  it('delete what a space holds', async () => {
    const [space, other] = [fresh('brand.acme.loose'), fresh('brand.acme.strict')];
    const { stories, storyOrders, spaces } = store();
    for (const one of [space, other]) {
      await stories.write(one, { records: [], keys: [], open: [anOpenStory('s')] });
      await storyOrders.put(newStoryOrder({ kind: 'mute', space: one, story: 's', at: NOON }));
      await spaces.wait([waitingPart(one)]);
      await spaces.order(one, { by: 'test', now: NOON, lostBefore: 0 });
    }
    for (let again = 0; again < 2; again += 1) await removals().space(space, keep);
    const left = async (one: string) => [
      (await stories.open(one)).length,
      (await storyOrders.of(one)).length,
      (await spaces.waiting(one, 9)).length,
    ];
    expect([await left(space), await left(other)]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
    expect(await spaces.waitingSince(NOON + 1, 99)).not.toContain(space);
  });

  it('delete alerts on their channel, and messages, from every list', async () => {
    await store().alerts.put(anAlert(1, { channel: 'removes' }), { dueAt: NOON });
    await store().alerts.put(anAlert(1, { channel: 'other' }), { dueAt: NOON });
    await store().messages.put(aMessage(1, { channel: 'removes' }));
    await removals().alerts([{ id: 'alert-00001', channel: 'removes' }]);
    await removals().messages(['message-1', 'message-2']);
    expect((await store().alerts.madeOn(dayOf(NOON), 9)).map(({ alert }) => alert.channel)).toEqual([
      'other',
    ]);
    expect(await store().messages.get('message-1')).toBeUndefined();
    expect(await store().outbox.hasWork('removes', NOON + DAY)).toBe(false);
    expect(await store().outbox.hasWork('other', NOON + DAY)).toBe(true);
  });

  it('delete what a channel remembers of messages that have an alert', async () => {
    const stories = notifiedBy({ texts: aMessage(1).texts }, [aStoryAlert(1), aStoryAlert(2)], aChannel());
    const noteOf = (n: number) => ({ messageId: `m-${n}`, at: NOON + n, stories: stories.slice(n, n + 1) });
    for (const n of [0, 1])
      await store().channelStories.note('remembers', { ...noteOf(n), until: NOON + DAY });
    await removals().channelStories('remembers', new Set(['alert-00001', 'another']));
    await removals().channelStories('another', new Set(['alert-00002']));
    expect(await store().channelStories.since('remembers', 0, 10)).toEqual([noteOf(1)]);
  });

  it('rewrite a message whose delivery is as it was read', async () => {
    const message = aMessage(7, { alertIds: ['a', 'b'] });
    await store().messages.put(message);
    const stored = (await store().messages.get('message-7'))!;
    const shorter = { ...message, alertIds: ['a'], texts: { ...message.texts, email: 'Less.' } };
    expect(await removals().rewriteMessage(stored, shorter)).toBe(true);
    expect(await store().messages.get('message-7')).toEqual({ ...stored, message: shorter });
    await store().messages.move(stored, { state: 'claimed', tries: 1, retryAt: NOON });
    expect(await removals().rewriteMessage(stored, message)).toBe(false);
    expect((await store().messages.get('message-7'))?.message.alertIds).toEqual(['a']);
  });

  it('rewrite a message that a deliverer is sending, which records that it was sent, and nothing of what was removed', async () => {
    const texts = { subject: 'Acme', email: longText('Lyon'), json: '{}' };
    const message = aMessage(8, { alertIds: ['a', 'b'], texts });
    await store().messages.put(message);
    const sending = (await store().messages.get('message-8'))!;
    const shorter = { ...message, alertIds: ['a'], texts: { ...texts, email: longText('Paris') } };
    expect(await removals().rewriteMessage(sending, shorter)).toBe(true);
    const accepted = { state: 'accepted', tries: 1, retryAt: NOON, snsMessageId: 'sns-1' } as const;
    expect(await store().messages.move(sending, accepted)).toBe(true);
    const sent = { message: shorter, delivery: accepted };
    expect(await store().messages.get('message-8')).toEqual(sent);
    const last = { ...shorter, alertIds: ['a'], texts: { ...texts, email: 'Less.' } };
    expect(await removals().rewriteMessage(sent, last)).toBe(true);
    expect(await store().messages.get('message-8')).toEqual({ ...sent, message: last });
  });

  it('delete extractions with the claims of their jobs', async () => {
    const one = anExtraction({ id: 'e1', upstreamId: 'job-1' });
    await store().extractions.put(one);
    await store().extractions.claim('job-1', { extractionId: 'e1', expiresAt: NOON + DAY });
    await removals().extractions([one, anExtraction({ id: 'e2' })]);
    expect(await store().extractions.get('e1')).toBeUndefined();
    expect(await store().extractions.overdue(NOON + 9 * DAY, 9)).toEqual([]);
    expect(await store().extractions.claim('job-1', { extractionId: 'e3', expiresAt: NOON + DAY })).toBe(
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
      await store().silences.put(silence(id, [...watch]));
    const changed = await removals().silences((before) => {
      if (!before.matchers.watch?.includes('a')) return before;
      const watch = before.matchers.watch.filter((id) => id !== 'a');
      return watch.length === 0 ? undefined : { ...before, matchers: { watch } };
    });
    expect(changed).toBe(2);
    const left = await store().silences.since(0);
    expect(left.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      silence('three', ['b']),
      silence('two', ['b']),
    ]);
  });

  it('delete records of reports, rollups of a brand, and the mark of a day', async () => {
    const reports = store();
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
    await removals().rollupMark(near, day);
    await removals().rollups(scope);
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
    await store().reportRecords.put(aRecord());
    await store().removals.reports(['abcdefghij', 'none']);
    expect(await store().reportRecords.latest(9)).toEqual([]);
  });
});
