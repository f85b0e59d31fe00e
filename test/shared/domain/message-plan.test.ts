import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert, AlertState } from '../../../shared/domain/alert.ts';
import { MINUTE, SECOND } from '../../../shared/domain/instant.ts';
import { planMessages } from '../../../shared/domain/message-plan.ts';
import { anAlert, NOON } from '../../ports/examples.ts';

const due = (n: number, heldFor?: 'digest' | 'quiet-hours' | 'rate', changes: Partial<Alert> = {}) => ({
  alert: anAlert(n, changes),
  state: { state: 'pending', dueAt: NOON, ...(heldFor && { heldFor }) } as AlertState,
});
const many = (count: number, heldFor?: 'digest') => Array.from({ length: count }, (_, n) => due(n, heldFor));
/** Sending times within the last minute. */
const sentLately = (count: number) => Array.from({ length: count }, (_, n) => NOON - (count - n) * SECOND);
const plan = (alerts: ReturnType<typeof due>[], sent: number[] = []) => {
  const { messages, waiting } = planMessages(alerts, { sent, now: NOON });
  return { sizes: messages.map((message) => message.length), waiting, messages };
};

describe('the messages of a channel', () => {
  it('are one for each alert while the minute of the channel allows', () => {
    expect(plan(many(10))).toMatchObject({ sizes: Array(10).fill(1), waiting: 0 });
    expect(plan(many(6), sentLately(4))).toMatchObject({ sizes: Array(6).fill(1), waiting: 0 });
  });

  it('end in one summary of what is beyond the minute', () => {
    expect(plan(many(12))).toMatchObject({ sizes: [...Array(9).fill(1), 3], waiting: 0 });
    expect(plan(many(5_000), sentLately(9))).toMatchObject({ sizes: [5_000], waiting: 0 });
  });

  it('wait when the minute is used up, and count again what is older than a minute', () => {
    expect(plan(many(3), sentLately(10))).toMatchObject({ sizes: [], waiting: 3 });
    const old = Array.from({ length: 10 }, () => NOON - MINUTE);
    expect(plan(many(3), old)).toMatchObject({ sizes: [1, 1, 1], waiting: 0 });
  });

  it('begin with one for all that was held', () => {
    const mixed = [due(1), due(2, 'digest'), due(3, 'quiet-hours'), due(4)];
    const { messages } = plan(mixed);
    expect(messages.map((message) => message.map(({ createdAt }) => createdAt - NOON))).toEqual([
      [2, 3],
      [1],
      [4],
    ]);
  });

  it('are that one alone when no more may go out, and the rest waits', () => {
    expect(plan([...many(2, 'digest'), due(7), due(8)], sentLately(9))).toMatchObject({
      sizes: [2],
      waiting: 2,
    });
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

  it('lose no alert and tell none twice, and never pass the limit of the channel', () => {
    const held = fc.constantFrom(undefined, 'digest', 'quiet-hours');
    fc.assert(
      fc.property(fc.array(held, { maxLength: 40 }), fc.integer({ min: 0, max: 10 }), (states, count) => {
        const alerts = states.map((heldFor, n) => due(n, heldFor));
        const { messages, waiting } = plan(alerts, sentLately(count));
        const told = messages.flat().map(({ id }) => id);
        expect(new Set(told).size).toBe(told.length);
        expect(told.length + waiting).toBe(alerts.length);
        expect(messages.length).toBeLessThanOrEqual(10 - count);
        expect(waiting === 0 || messages.length === 10 - count).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
