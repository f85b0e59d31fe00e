import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import {
  alreadyNotified,
  notifiedBy,
  withSharedStories,
} from '../../../../shared/domain/channels/notified-stories.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { composeMessage } from '../../../../shared/render/message/compose-message.ts';
import { aChannel, aStoryAlert, NOON } from '../../../ports/examples.ts';

const channel = aChannel();
const RECALL = 'Acme recalls 20,000 kettles after fires in three kitchens';
const OTHER_WORDS = 'Kettles recalled: fires in kitchens make Acme take back 20,000';

const recall = (changes: Partial<Alert> = {}) => aStoryAlert(1, { title: RECALL }, changes);
const rewritten = (changes: Partial<Alert> = {}) =>
  aStoryAlert(
    2,
    { title: OTHER_WORDS, outlet: { domain: 'other.example' } },
    { watchId: 'kettles', ...changes },
  );

const storyOf = (n: number) => ({ id: `pair-${n}`, articles: 2, outlets: 2, countries: 1 });

const notified = (alerts: readonly Alert[], to = channel) =>
  notifiedBy(composeMessage(alerts, { channel: to, now: NOON }), alerts, to);
const joined = (alert: Alert, sent: readonly Alert[], { before = channel, now = channel } = {}) =>
  alreadyNotified([alert], { notified: notified(sent, before), channel: now }).size > 0;

describe('an alert on a story of which another watch has notified the channel', () => {
  it('is recognised by the words of its article, its copy, its link, or the id of its story', () => {
    expect(joined(rewritten(), [recall()])).toBe(true);
    expect(
      joined(aStoryAlert(2, { title: 'Another title', fingerprint: 'article-00001' }, { watchId: 'b' }), [
        recall(),
      ]),
    ).toBe(true);
    expect(
      joined(aStoryAlert(2, { title: 'Another title', link: 'https://news.example/1' }, { watchId: 'b' }), [
        recall(),
      ]),
    ).toBe(true);
    const sameStory = aStoryAlert(2, { title: 'Another title' }, { watchId: 'b', story: recall().story! });
    expect(joined(sameStory, [recall()])).toBe(true);
  });

  it.each([
    'Acme names a new chief executive',
    'Acme recalls 5,000 toasters after shocks',
    'Globex recalls 70,000 kettles after leaks in offices',
    'Fires in three kitchens of a hotel in Lyon',
    'Acme opens a plant for kettles in Leeds',
  ])('is not taken for another one: %s', (title) => {
    expect(joined(aStoryAlert(2, { title }, { watchId: 'b' }), [recall()])).toBe(false);
  });

  it('is another story when only what either watch asks for is alike', () => {
    const asking = (q: string) => ({ rule: { when: 'story', query: { q } } }) as Partial<Alert>;
    const one = aStoryAlert(
      1,
      { title: 'Acme Robotics strike at the Leeds warehouse', matched: [] },
      asking('"Acme Robotics"'),
    );
    const two = aStoryAlert(
      2,
      { title: 'Acme Robotics strike deal with Globex', matched: [] },
      { watchId: 'b', ...asking('strike') },
    );
    expect(joined(two, [one])).toBe(false);
  });

  it('stays an alert of its own when it is more severe, or when a transport has not had the story', () => {
    expect(joined(rewritten({ severity: 'critical' }), [recall()])).toBe(false);
    expect(joined(rewritten({ severity: 'info' }), [recall()])).toBe(true);
    const withSms = aChannel({ sms: ['+33600000000'] });
    expect(joined(rewritten(), [recall()], { now: withSms })).toBe(false);
    expect(joined(rewritten(), [recall()], { before: withSms, now: withSms })).toBe(true);
    const brief = Array.from({ length: 30 }, (_, n) =>
      aStoryAlert(n + 10, { title: `Storm number ${n} in town ${n}` }),
    );
    const last = [...brief, recall()];
    expect(joined(rewritten(), last, { before: withSms, now: withSms })).toBe(false);
    expect(joined(rewritten(), last)).toBe(true);
    expect(joined(rewritten(), [recall(), ...brief], { before: withSms, now: withSms })).toBe(true);
  });

  it('stays one when the message only counted the story, in its e-mail or in its document', () => {
    const flood = Array.from({ length: 60 }, (_, n) =>
      aStoryAlert(n + 10, { title: `Storm number ${n} in town ${n}` }),
    );
    expect(joined(rewritten(), [...flood, recall()])).toBe(false);
    const pairs = Array.from({ length: 50 }, (_, n) =>
      aStoryAlert(n + 10, { title: `Storm number ${n} in town ${n}` }, { story: storyOf(n % 25) }),
    );
    const queue = aChannel({ queue: ['arn:aws:sqs:eu-west-1:000000000000:newsroom'] });
    expect(joined(rewritten(), [...pairs, recall()])).toBe(true);
    expect(joined(rewritten(), [...pairs, recall()], { before: queue, now: queue })).toBe(false);
  });

  it('stays one when it is of the same watch, or three days later', () => {
    expect(joined(rewritten({ watchId: 'acme-news' }), [recall()])).toBe(false);
    const late = aStoryAlert(2, { title: RECALL, indexedAt: NOON + 80 * HOUR }, { watchId: 'b' });
    expect(joined(late, [recall()])).toBe(false);
  });

  it.each([
    { type: 'finding' } as const,
    { type: 'change', text: 'The amount has changed.' } as const,
    { type: 'spike', text: 'Far more than usual.' } as const,
  ])('is not about every finding, a change or a count: $type', (occasion) => {
    expect(joined(rewritten({ occasion }), [recall()])).toBe(false);
    expect(joined(rewritten(), [recall({ occasion })])).toBe(false);
  });
});

describe('alerts that are due together', () => {
  const keysOf = (alerts: readonly Alert[]) =>
    withSharedStories(alerts).map(({ sharedStory }) => sharedStory);

  it('share a story where several watches found it, that of the most severe one', () => {
    const other = aStoryAlert(3, { title: 'Storm in Lyon' }, { watchId: 'c' });
    expect(keysOf([recall(), rewritten(), other])).toEqual(['story-1', 'story-1', undefined]);
    expect(keysOf([recall(), rewritten({ severity: 'critical' })])).toEqual(['story-2', 'story-2']);
  });

  it('are one message that names both watches, and lists the story once', () => {
    const message = composeMessage(withSharedStories([recall(), rewritten()]), { channel, now: NOON });
    expect(message.texts.email).toContain('Found by acme-news (matched: Acme), kettles (matched: Acme).');
    expect(message.texts.email).not.toContain(OTHER_WORDS);
    expect(
      notified([recall(), rewritten()].map((one) => ({ ...one, sharedStory: 'story-1' }))),
    ).toMatchObject([
      {
        alertIds: ['alert-00001', 'alert-00002'],
        watches: ['acme-news', 'kettles'],
        storyIds: ['story-1', 'story-2'],
      },
    ]);
  });

  it('stay apart where one watch told two stories apart', () => {
    expect(keysOf([recall(), rewritten({ watchId: 'acme-news' })])).toEqual([undefined, undefined]);
  });

  it('are the same stories in any order', () => {
    const alerts = [recall(), rewritten(), aStoryAlert(3, { title: 'Storm in Lyon' }, { watchId: 'c' })];
    const shared = (list: readonly Alert[]) =>
      withSharedStories(list)
        .map(({ id, sharedStory }) => `${id} ${sharedStory}`)
        .toSorted();
    expect(shared(alerts.toReversed())).toEqual(shared(alerts));
  });
});
