import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert, AlertState, HoldReason } from '../../../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../../../shared/domain/channels/channel.ts';
import { HOUR, SECOND } from '../../../../shared/domain/time/instant.ts';
import type { GroupLabel } from '../../../../shared/domain/alerts/message.ts';
import { planMessages } from '../../../../shared/domain/channels/message-plan.ts';
import { aChannel, anAlert, NOON } from '../../../ports/examples.ts';

const due = (n: number, heldFor?: HoldReason, changes: Partial<Alert> = {}) => ({
  alert: anAlert(n, changes),
  state: { state: 'pending', dueAt: NOON, ...(heldFor && { heldFor }) } as AlertState,
});
const many = (count: number, heldFor?: 'brief') => Array.from({ length: count }, (_, n) => due(n, heldFor));
/** Sending times within the last minute. */
const sentLately = (count: number) => Array.from({ length: count }, (_, n) => NOON - (count - n) * SECOND);
const plan = (alerts: ReturnType<typeof due>[], sent: number[] = [], changes: Partial<Channel> = {}) => {
  const { batches, waiting, capped } = planMessages(alerts, { channel: aChannel(changes), sent, now: NOON });
  const messages = batches.map((batch) => batch.alerts);
  const reasons = batches.map(({ because }) => because);
  return { sizes: messages.map((message) => message.length), waiting, capped, messages, reasons };
};

describe('the messages of a channel', () => {
  it('end in one summary of what is beyond the minute', () => {
    expect(plan(many(12))).toMatchObject({ sizes: [...Array(5).fill(1), 7], waiting: 0 });
    expect(plan(many(5_000), sentLately(5))).toMatchObject({ sizes: [5_000], waiting: 0 });
  });

  it('begin with one for all that waited', () => {
    const mixed = [due(1), due(2, 'brief'), due(3, 'quiet-hours'), due(4)];
    const { messages } = plan(mixed);
    expect(messages.map((message) => message.map(({ createdAt }) => createdAt - NOON))).toEqual([
      [2, 3],
      [1],
      [4],
    ]);
  });

  it('go most severe first, then oldest first', () => {
    const severities = ['info', 'critical', 'warning', 'critical'] as const;
    const alerts = severities.map((severity, n) => due(9 - n, undefined, { severity }));
    expect(
      plan(alerts)
        .messages.flat()
        .map(({ severity, createdAt }) => `${severity} ${createdAt - NOON}`),
    ).toEqual(['critical 6', 'critical 8', 'warning 7', 'info 9']);
  });

  it('have news before baselines', () => {
    const base = { type: 'baseline', found: 0, window: { from: 0, to: NOON } } as const;
    const alerts = [due(1, undefined, { occasion: base }), due(2), due(3), due(4)];
    const { messages } = plan(alerts, [], { stormCap: 3 });
    expect(messages.map((message) => message.map(({ createdAt }) => createdAt - NOON))).toEqual([
      [2],
      [3],
      [4, 1],
    ]);
  });

  it('lose no alert, send none twice, and never exceed the limits of the channel', () => {
    const one = fc.tuple(
      fc.constantFrom<(HoldReason | undefined)[]>(undefined, 'brief', 'quiet-hours', 'group', 'storm-cap'),
      fc.constantFrom('info', 'warning', 'critical'),
      fc.constantFrom('a', 'b', 'c'),
    );
    const property = fc.property(
      fc.array(one, { maxLength: 40 }),
      fc.integer({ min: 0, max: 10 }),
      fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
      fc.constantFrom<GroupLabel[]>([], ['watch'], ['severity', 'watch'], ['story']),
      (given, count, cap, by) => {
        const alerts = given.map(([heldFor, severity, watchId], n) => due(n, heldFor, { severity, watchId }));
        const grouping = { by, wait: 0, interval: 0, repeat: 0 };
        const channel = { grouping, ...(cap !== undefined && { stormCap: cap }) };
        const { messages, waiting, capped } = plan(alerts, sentLately(count), channel);
        const notified = messages.flat().map(({ id }) => id);
        expect(new Set(notified).size).toBe(notified.length);
        expect(notified.length + waiting + capped.length).toBe(alerts.length);
        const isCalm = ({ severity }: Alert) => severity !== 'critical';
        const calm = messages.filter((group) => group.every(isCalm));
        const urgent = messages.filter((group) => !group.some(isCalm));
        expect(calm.length + urgent.length).toBe(messages.length);
        expect(messages.length).toBeLessThanOrEqual(10 - count);
        expect(urgent.length).toBeLessThanOrEqual(Math.min(4, Math.ceil((10 - count) / 2)));
        expect(calm.length).toBeLessThanOrEqual(Math.max(0, 6 - count - urgent.length));
        expect(calm.length).toBeLessThanOrEqual(Math.max(0, (cap ?? Infinity) - count));
        expect(capped.every(({ severity }) => severity !== 'critical')).toBe(true);
        const isFull = messages.length === 10 - count || messages.length >= 6 - count;
        expect(waiting === 0 || capped.length > 0 || isFull).toBe(true);
        // While the channel may send at all, every critical alert is in a message.
        const critical = alerts.filter(({ alert }) => !isCalm(alert));
        expect(urgent.flat()).toHaveLength(count === 10 ? 0 : critical.length);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

describe('critical alerts', () => {
  const critical = (count: number) =>
    Array.from({ length: count }, (_, n) => due(n, undefined, { severity: 'critical' }));

  it('leave within five seconds, and take at most half of what is left; the last message contains the rest', () => {
    expect(plan(critical(4)).sizes).toEqual([1, 1, 1, 1]);
    expect(plan(critical(30)).sizes).toEqual([1, 1, 1, 27]);
    expect([4, 6, 8, 9].map((count) => plan(critical(30), sentLately(count)).sizes)).toEqual([
      [1, 1, 28],
      [1, 29],
      [30],
      [30],
    ]);
  });
});

describe('groups', () => {
  const of = (by: GroupLabel[]) => ({ grouping: { by, wait: 0, interval: 0, repeat: 0 } });
  const sizes = (alerts: ReturnType<typeof due>[], by: GroupLabel[]) => plan(alerts, [], of(by)).sizes;
  const story = (id: string) => ({
    occasion: { type: 'story' } as const,
    story: { id, articles: 1, outlets: 1, countries: 1 },
  });

  it('have the alerts of one story, unless the channel says otherwise', () => {
    const alerts = [
      due(1, undefined, story('s')),
      due(2, undefined, { ...story('s'), watchId: 'globex-news' }),
      due(3, undefined, story('t')),
      due(4),
    ];
    expect(plan(alerts)).toMatchObject({ sizes: [2, 1, 1], reasons: ['group', 'group', 'group'] });
  });

  it('do not group findings of one story where each finding gets an alert', () => {
    const finding = { ...story('s'), occasion: { type: 'finding' } as const };
    expect(plan([due(1, undefined, finding), due(2, undefined, finding)]).sizes).toEqual([1, 1]);
  });

  it('agree in all labels of the channel; without a label all alerts are one', () => {
    const alerts = [
      due(1, undefined, { watchId: 'a', severity: 'info' }),
      due(2, undefined, { watchId: 'a', severity: 'warning' }),
      due(3, undefined, { watchId: 'b', severity: 'warning', brand: 'acme' }),
      due(4, undefined, { watchId: 'b', severity: 'warning' }),
    ];
    expect(sizes(alerts, ['watch'])).toEqual([2, 2]);
    expect(sizes(alerts, ['watch', 'severity'])).toEqual([1, 2, 1]);
    expect(sizes(alerts, ['brand'])).toEqual([3, 1]);
    expect(sizes(alerts, [])).toEqual([4]);
  });
});

describe('the storm cap', () => {
  const within = (count: number) => Array.from({ length: count }, (_, n) => NOON - HOUR / 2 + n);

  it('ends in one summary, and what is left waits', () => {
    expect(plan(many(8), within(3), { stormCap: 5 })).toMatchObject({
      sizes: [1, 7],
      reasons: ['group', 'storm'],
    });
    const beyond = plan(many(8), within(5), { stormCap: 5 });
    expect(beyond).toMatchObject({ sizes: [], waiting: 0 });
    expect(beyond.capped).toHaveLength(8);
  });

  it('forgets what was sent more than an hour ago, and sends as one what has waited', () => {
    const old = Array.from({ length: 5 }, () => NOON - HOUR);
    const held = [due(1, 'storm-cap'), due(2, 'storm-cap'), due(3)];
    expect(plan(held, old, { stormCap: 5 })).toMatchObject({ sizes: [2, 1], reasons: ['storm', 'group'] });
  });
});
