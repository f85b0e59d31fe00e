import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../shared/domain/alerts/alert.ts';
import {
  alreadyNotified,
  notifiedBy,
  withSharedStories,
} from '../../../../shared/domain/channels/message-plan.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { composeMessage } from '../../../../shared/render/message/compose-message.ts';
import { aChannel, aStoryAlert, NOON } from '../../../ports/examples.ts';

const channel = aChannel();
const RECALL = 'Acme recalls 20,000 kettles after fires in three kitchens';
const OTHER_WORDS = 'Kettles recalled: fires in kitchens make Acme take back 20,000';

const recall = (changes: Partial<Alert> = {}) =>
  aStoryAlert(1, { title: RECALL }, { space: 'brand.acme.normal', ...changes });
/** An article that another space has found. */
const other = (article: Partial<Finding> = {}, changes: Partial<Alert> = {}) =>
  aStoryAlert(
    2,
    { title: OTHER_WORDS, outlet: { domain: 'other.example' }, ...article },
    { watchId: 'kettles', space: 'watch.kettles', ...changes },
  );
const copied = (changes: Partial<Alert> = {}) => other({ title: RECALL.toUpperCase() }, changes);

const storyOf = (n: number) => ({ id: `pair-${n}`, articles: 2, outlets: 2, countries: 1 });

const notified = (alerts: readonly Alert[], to = channel) =>
  notifiedBy(composeMessage(alerts, { channel: to, now: NOON }), alerts, to);
const joined = (alert: Alert, sent: readonly Alert[], { before = channel, now = channel } = {}) =>
  alreadyNotified([alert], { notified: notified(sent, before), channel: now }).size > 0;

describe('an alert on an article of which another space has notified the channel', () => {
  it('is recognised by its fingerprint, the page of its link, or its title', () => {
    expect(joined(other({ fingerprint: 'article-00001' }), [recall()])).toBe(true);
    expect(joined(other({ link: 'http://www.news.example/1/?utm_source=x' }), [recall()])).toBe(true);
    expect(joined(copied(), [recall()])).toBe(true);
  });

  it('is not recognised in other words, nor by a short title, nor as another event of the same title', () => {
    expect(joined(other(), [recall()])).toBe(false);
    const column = { title: 'The morning briefing' };
    expect(joined(other(column), [aStoryAlert(1, column)])).toBe(false);
    const facts = { type: 'event', title: RECALL, facts: { location: 'Leeds' } } as const;
    expect(joined(other(facts), [recall()])).toBe(false);
  });

  it('stays an alert of its own when it is more severe, or when a transport has not had the story', () => {
    expect(joined(copied({ severity: 'critical' }), [recall()])).toBe(false);
    expect(joined(copied({ severity: 'info' }), [recall()])).toBe(true);
    const withSms = aChannel({ sms: ['+33600000000'] });
    expect(joined(copied(), [recall()], { now: withSms })).toBe(false);
    expect(joined(copied(), [recall()], { before: withSms, now: withSms })).toBe(true);
    const brief = Array.from({ length: 30 }, (_, n) =>
      aStoryAlert(n + 10, { title: `Storm number ${n} in town ${n}` }),
    );
    const last = [...brief, recall()];
    expect(joined(copied(), last, { before: withSms, now: withSms })).toBe(false);
    expect(joined(copied(), last)).toBe(true);
    expect(joined(copied(), [recall(), ...brief], { before: withSms, now: withSms })).toBe(true);
  });

  it('stays one when the message only counted the story, in its e-mail or in its document', () => {
    const flood = Array.from({ length: 60 }, (_, n) =>
      aStoryAlert(n + 10, { title: `Storm number ${n} in town ${n}` }),
    );
    expect(joined(copied(), [...flood, recall()])).toBe(false);
    const pairs = Array.from({ length: 50 }, (_, n) =>
      aStoryAlert(n + 10, { title: `Storm number ${n} in town ${n}` }, { story: storyOf(n % 25) }),
    );
    const queue = aChannel({ queue: ['arn:aws:sqs:eu-west-1:000000000000:newsroom'] });
    expect(joined(copied(), [...pairs, recall()])).toBe(true);
    expect(joined(copied(), [...pairs, recall()], { before: queue, now: queue })).toBe(false);
  });

  it('is one of its watch where it has no space', () => {
    const corrected = { space: undefined, story: undefined } as unknown as Partial<Alert>;
    expect(joined(copied(corrected), [recall(corrected)])).toBe(true);
    expect(joined(copied({ ...corrected, watchId: 'acme-news' }), [recall(corrected)])).toBe(false);
  });

  it.each([
    { type: 'finding' } as const,
    { type: 'change', text: 'The amount has changed.' } as const,
    { type: 'spike', text: 'Far more than usual.' } as const,
  ])('is not about every finding, a change or a count: $type', (occasion) => {
    expect(joined(copied({ occasion }), [recall()])).toBe(false);
    expect(joined(copied(), [recall({ occasion })])).toBe(false);
  });
});

describe('alerts that are due together', () => {
  const keysOf = (alerts: readonly Alert[]) =>
    withSharedStories(alerts).map(({ sharedStory }) => sharedStory);

  it('share a story where several spaces found its article, that of the most severe one', () => {
    const storm = aStoryAlert(3, { title: 'Storm in Lyon' }, { watchId: 'c', space: 'watch.c' });
    expect(keysOf([recall(), copied(), storm])).toEqual(['story-1', 'story-1', undefined]);
    expect(keysOf([recall(), copied({ severity: 'critical' })])).toEqual(['story-2', 'story-2']);
    expect(keysOf([recall(), other()])).toEqual([undefined, undefined]);
  });

  it('stay apart where one space has two stories, and together where it has one', () => {
    const space = 'brand.acme.normal';
    expect(keysOf([recall(), copied({ space })])).toEqual([undefined, undefined]);
    const climb = aStoryAlert(3, {}, { space: 'watch.kettles', story: copied().story! });
    expect(keysOf([recall(), copied(), climb])).toEqual(['story-1', 'story-1', 'story-1']);
  });
});
