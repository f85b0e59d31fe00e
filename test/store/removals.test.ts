import { expect, it } from 'vitest';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { articleOf, emptyStory, withArticle } from '../../shared/domain/stories/open-story.ts';
import { newStoryOrder } from '../../shared/domain/pages/story-order.ts';
import { DAY, HOUR } from '../../shared/domain/time/instant.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { removalsIn } from '../../shared/store/removals.ts';
import { aFinding, aMessage, NOON } from '../ports/examples.ts';
import { FULL, putFullWatch } from '../ports/full-watch.ts';
import { longText } from '../ports/long-texts.ts';
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
});
