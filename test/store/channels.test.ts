import { describe, expect, it } from 'vitest';
import { openStore } from '../../shared/store/open-store.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { Silence } from '../../shared/domain/channels/silence.ts';
import type { ReaderAction } from '../../shared/domain/pages/reader-action.ts';
import { changedOrder, newStoryOrder } from '../../shared/domain/stories/story.ts';
import { notifiedBy } from '../../shared/domain/channels/message-plan.ts';
import { composeMessage } from '../../shared/render/message/compose-message.ts';
import { aChannel, aStoryAlert, NOON } from '../ports/examples.ts';
import { describeOnEachTable, fresh } from './each-table.ts';

const aSilence = (changes: Partial<Silence> = {}): Silence => ({
  id: fresh('silence'),
  matchers: { watch: ['acme-news'], severity: ['info', 'warning'], words: ['annual report'] },
  owner: 'jane',
  reason: 'We publish the figures.',
  startsAt: NOON,
  endsAt: NOON + HOUR,
  ...changes,
});

describeOnEachTable('what keeps channels calm:', (table) => {
  const open = () => openStore(table());
  describe('silences', () => {
    it('are listed whole by their end, while it does not lie before the time asked for', async () => {
      const store = open();
      const [long, short] = [aSilence({ endsAt: NOON + DAY }), aSilence()];
      for (const silence of [long, short, short]) await store.silences.put(silence);
      const ours = async (end: number) =>
        (await store.silences.since(end)).filter(({ id }) => [long.id, short.id].includes(id));
      expect(await ours(NOON)).toEqual([short, long]);
      expect(await ours(NOON + HOUR)).toEqual([short, long]);
      expect(await ours(NOON + HOUR + 1)).toEqual([long]);
    });

    it('end earlier when they are expired, and stay known until then', async () => {
      const store = open();
      const silence = aSilence();
      await store.silences.put(silence);
      await store.silences.expire(silence, NOON + MINUTE);
      const found = async (end: number) =>
        (await store.silences.since(end)).filter(({ id }) => id === silence.id);
      expect(await found(NOON)).toEqual([{ ...silence, endsAt: NOON + MINUTE }]);
      expect(await found(NOON + 2 * MINUTE)).toEqual([]);
      await store.silences.expire({ ...silence, endsAt: NOON + MINUTE }, NOON + MINUTE);
      expect(await found(NOON)).toHaveLength(1);
    });
  });

  describe('what readers did', () => {
    const anAction = (changes: Partial<ReaderAction> = {}): ReaderAction => ({
      kind: 'mute-story',
      watchId: fresh('watch'),
      alertId: 'alert-1',
      lane: 'press~slack',
      story: 'story-1',
      domain: 'news.example',
      at: NOON,
      silenceId: 'silence-1',
      mutedUntil: NOON + DAY,
      expiresAt: NOON + 400 * DAY,
      ...changes,
    });

    it('is put once for each alert, kind and lane, and is listed by watch and by alert', async () => {
      const { readerActions } = open();
      const first = anAction();
      const others = [
        { ...first, alertId: 'alert-10' },
        { ...first, kind: 'acknowledge' as const },
        { ...first, lane: 'press' },
      ];
      for (const one of [first, ...others]) expect(await readerActions.put(one)).toBe(true);
      expect(await readerActions.put({ ...first, at: NOON + 1 })).toBe(false);
      expect(await readerActions.of(first.watchId, 'alert-1')).toEqual([others[1], others[2], first]);
      expect(await readerActions.of(first.watchId)).toHaveLength(4);
      expect(await readerActions.of('nobody')).toEqual([]);
    });

    it('is found by its time while it is an acknowledgement that holds', async () => {
      const { readerActions } = open();
      const at = NOON + 7 * DAY;
      const ours = anAction({ kind: 'acknowledge', at });
      const other = anAction({ at });
      for (const one of [ours, other]) await readerActions.put(one);
      const found = async (since: number) =>
        (await readerActions.acknowledgedSince(since)).filter(({ watchId }) =>
          [ours.watchId, other.watchId].includes(watchId),
        );
      expect(await found(at)).toEqual([ours]);
      expect(await found(at + 1)).toEqual([]);
      await readerActions.put({ ...ours, undoneAt: at + 1 }, ours);
      expect(await found(at)).toEqual([]);
    });

    it('is changed by the one who has read it last', async () => {
      const { readerActions } = open();
      const first = anAction();
      await readerActions.put(first);
      const undone = { ...first, undoneAt: NOON + MINUTE };
      expect(await readerActions.put(undone, { ...first, at: NOON - 1 })).toBe(false);
      expect(await readerActions.put(undone, first)).toBe(true);
      expect(await readerActions.put(undone, first)).toBe(false);
      const again = { ...first, at: NOON + HOUR };
      expect(await readerActions.put(again, undone)).toBe(true);
      expect(await readerActions.of(first.watchId)).toEqual([again]);
    });
  });

  describe('what people order about stories', () => {
    const ordered = (space: string, changes: Partial<Parameters<typeof newStoryOrder>[0]> = {}) =>
      newStoryOrder({ kind: 'split', space, story: 'story-1', article: 'article-1', at: NOON, ...changes });

    it('is put once for each thing that it is about, and is listed by space', async () => {
      const { storyOrders } = open();
      const space = fresh('space');
      const split = ordered(space);
      const mute = newStoryOrder({
        kind: 'mute',
        space,
        story: 'story-1',
        at: NOON,
        silenceId: 's',
        mutedUntil: NOON + DAY,
      });
      for (const one of [split, mute]) expect(await storyOrders.put(one)).toBe(true);
      expect(await storyOrders.put(ordered(space, { story: 'story-9' }))).toBe(false);
      expect(await storyOrders.of(space)).toEqual([mute, split]);
      expect(await storyOrders.of('nobody')).toEqual([]);
    });

    it('is changed by the one who has read it last', async () => {
      const { storyOrders } = open();
      const space = fresh('space');
      const first = ordered(space);
      await storyOrders.put(first);
      const done = changedOrder(first, { result: 'done' });
      expect(await storyOrders.put(done, { ...first, revision: 7 })).toBe(false);
      expect(await storyOrders.put(done, first)).toBe(true);
      expect(await storyOrders.put(done, first)).toBe(false);
      const undone = changedOrder(done, { undoneAt: NOON });
      expect(await storyOrders.put(undone, done)).toBe(true);
      expect(await storyOrders.of(space)).toEqual([undone]);
    });
  });

  describe('incidents at other services', () => {
    it('are listed while they are open, by the time of their check', async () => {
      const { pagers } = open();
      const lane = `${fresh('duty')}~pagerduty`;
      const one = { lane, key: 'story-1', alertIds: ['a'], since: NOON, checkAt: NOON + DAY };
      const two = { ...one, key: 'story-2', checkAt: NOON + HOUR, retryAt: NOON };
      for (const incident of [one, two, one]) await pagers.put(incident);
      expect(await pagers.open(lane)).toEqual([two, one]);
      expect(await pagers.open(lane, NOON + HOUR)).toEqual([two]);
      await pagers.put({ ...two, checkAt: NOON + 2 * DAY });
      expect((await pagers.open(lane)).map(({ key }) => key)).toEqual(['story-1', 'story-2']);
      await pagers.close(one, NOON);
      await pagers.close(one, NOON);
      expect(await pagers.get(lane, 'story-1')).toBeUndefined();
      expect((await pagers.open(lane)).map(({ key }) => key)).toEqual(['story-2']);
      expect(await pagers.open('nobody~pagerduty')).toEqual([]);
    });
  });

  describe('who has unsubscribed', () => {
    it('is listed by lane, and is changed in place', async () => {
      const { unsubscriptions } = open();
      const [lane, other] = [`${fresh('press')}~ses`, `${fresh('press')}~ses`];
      const [one, two] = [
        { lane, recipient: 'aaaaaaaaaa', at: NOON },
        { lane, recipient: 'bbbbbbbbbb', at: NOON + 1 },
      ];
      for (const record of [two, one, one, { ...one, lane: other }]) await unsubscriptions.put(record);
      expect(await unsubscriptions.of(lane)).toEqual([one, two]);
      await unsubscriptions.put({ ...one, undoneAt: NOON + MINUTE });
      expect(await unsubscriptions.get(lane, one.recipient)).toEqual({ ...one, undoneAt: NOON + MINUTE });
      expect(await unsubscriptions.get(lane, 'nobody')).toBeUndefined();
      expect(await unsubscriptions.of(other)).toHaveLength(1);
    });
  });

  describe('topics that a channel was notified of', () => {
    it('say when a channel was last notified of each, and nothing of others', async () => {
      const { cooldowns } = open();
      const [channel, other] = [fresh('c'), fresh('c')];
      await cooldowns.note(channel, { topic: 'a', at: NOON, until: NOON + DAY });
      await cooldowns.note(channel, { topic: 'a', at: NOON + 1, until: NOON + DAY });
      await cooldowns.note(channel, { topic: 'b', at: NOON, until: NOON + DAY });
      const notified = await cooldowns.lastNotified(channel, ['a', 'a', 'b', 'c']);
      expect(notified).toEqual(
        new Map([
          ['a', NOON + 1],
          ['b', NOON],
        ]),
      );
      expect(await cooldowns.lastNotified(other, ['a'])).toEqual(new Map());
      expect(await cooldowns.lastNotified(channel, [])).toEqual(new Map());
    });
  });

  describe('the stories that a channel was notified of', () => {
    it('are listed by their messages, the latest first, from a time on, and written once', async () => {
      const { channelStories } = open();
      const [channel, other] = [fresh('c'), fresh('c')];
      const alerts = [aStoryAlert(1), aStoryAlert(2, {}, { severity: 'critical', watchId: 'globex' })];
      const message = composeMessage(alerts, { channel: aChannel(), now: NOON });
      const stories = notifiedBy(message, alerts, aChannel());
      const first = { messageId: 'a', at: NOON, stories };
      const second = { messageId: 'b', at: NOON + MINUTE, stories: stories.slice(1) };
      for (const one of [first, second, { ...first, stories: [] }])
        await channelStories.note(channel, { ...one, until: NOON + DAY });
      await channelStories.note(other, { ...first, until: NOON + DAY });
      expect(await channelStories.since(channel, NOON, 10)).toEqual([second, first]);
      expect(await channelStories.since(channel, NOON, 1)).toEqual([second]);
      expect(await channelStories.since(channel, NOON + 1, 10)).toEqual([second]);
      expect(await channelStories.since(other, NOON, 10)).toEqual([first]);
      expect(await channelStories.since(fresh('c'), NOON, 10)).toEqual([]);
    });
  });

  describe('the life of a channel', () => {
    it('counts from when it was first asked for, then from the last message', async () => {
      const { channelActivity, gate } = open();
      const channel = fresh('c');
      expect(await channelActivity.lastSign(channel, NOON)).toBe(NOON);
      expect(await channelActivity.lastSign(channel, NOON + DAY)).toBe(NOON);
      const lease = { owner: 'a', until: NOON + 2 * DAY };
      expect(await gate.enter(channel, lease, NOON + DAY)).toEqual([]);
      await gate.note(channel, lease, [NOON + DAY, NOON + DAY + 1]);
      await gate.leave(channel, lease);
      expect(await channelActivity.lastSign(channel, NOON + 3 * DAY)).toBe(NOON + DAY + 1);
    });
  });
});
