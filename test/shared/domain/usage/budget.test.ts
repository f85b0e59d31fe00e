import { describe, expect, it } from 'vitest';
import {
  isReadingDue,
  remainingOf,
  LONGEST_CYCLE,
  rateOf,
  withFigures,
} from '../../../../shared/domain/usage/budget.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { skipReasonOf, type AllowedRate } from '../../../../shared/domain/watches/watch.ts';
import { NOON } from '../../../ports/examples.ts';

const asked = { service: 'news', askedAt: NOON } as const;

describe('what is left of a plan', () => {
  it('must last a month from the first reading, because no service says when the cycle ends', () => {
    const first = withFigures(asked, { allowed: 1_000, left: 400 }, NOON);
    expect(remainingOf(first, NOON)).toEqual({ left: 400, horizon: LONGEST_CYCLE });
    const later = withFigures(first, { allowed: 1_000, left: 350 }, NOON + 10 * DAY);
    expect(remainingOf(later, NOON + 10 * DAY)).toEqual({ left: 350, horizon: 21 * DAY });
  });

  it('must last a month again once a new cycle was seen to begin, or none was seen for a month', () => {
    const first = withFigures(asked, { allowed: 1_000, left: 400 }, NOON);
    const renewed = withFigures(first, { allowed: 1_000, left: 990 }, NOON + 5 * DAY);
    expect(renewed.renewsBy).toBe(NOON + 5 * DAY + LONGEST_CYCLE);
    const unseen = withFigures(first, { allowed: 1_000, left: 390 }, NOON + LONGEST_CYCLE);
    expect(unseen.renewsBy).toBe(NOON + 2 * LONGEST_CYCLE);
  });

  it('is no new cycle when the plan was raised, or the count wavers', () => {
    const first = withFigures(asked, { allowed: 1_000, left: 400 }, NOON);
    expect(withFigures(first, { allowed: 2_000, left: 1_400 }, NOON + DAY).renewsBy).toBe(first.renewsBy);
    expect(withFigures(first, { allowed: 1_000, left: 409 }, NOON + DAY).renewsBy).toBe(first.renewsBy);
  });

  it('is not known while the service does not say, or has not said for a day', () => {
    expect(remainingOf(asked, NOON)).toBeUndefined();
    expect(remainingOf(withFigures(asked, { allowed: 1_000 }, NOON), NOON)).toBeUndefined();
    const old = withFigures(asked, { left: 5 }, NOON);
    expect(remainingOf(old, NOON + DAY)).toBeDefined();
    expect(remainingOf(old, NOON + DAY + 1)).toBeUndefined();
  });

  it('is read once an hour', () => {
    expect(isReadingDue(undefined, NOON)).toBe(true);
    expect(isReadingDue(asked, NOON + HOUR - 1)).toBe(false);
    expect(isReadingDue(asked, NOON + HOUR)).toBe(true);
  });
});

describe('an allowed rate', () => {
  const slowed = { state: 'slowed', interval: HOUR, reason: 'Short.', until: NOON + DAY } as const;
  const live = { order: { continuation: 0 } };

  it('lets a run through when its interval has passed, a slot some seconds early included', () => {
    const state = { rate: slowed, lastRunAt: NOON };
    expect(skipReasonOf(state, { ...live, now: NOON + 45 * MINUTE })).toBe(
      'It runs every 60 minutes only. Short.',
    );
    expect(skipReasonOf(state, { ...live, now: NOON + HOUR - 20_000 })).toBeUndefined();
    expect(skipReasonOf({ rate: slowed }, { ...live, now: NOON })).toBeUndefined();
  });

  it('that slows lets through runs by hand; one that pauses does not', () => {
    const byHand = { order: { continuation: 0, byHand: true }, now: NOON + MINUTE } as const;
    expect(skipReasonOf({ rate: slowed, lastRunAt: NOON }, byHand)).toBeUndefined();
    const paused: AllowedRate = { state: 'paused', reason: 'Short.', until: NOON + DAY };
    expect(skipReasonOf({ rate: paused, lastRunAt: NOON }, byHand)).toBe('It is paused. Short.');
  });

  it('never cuts a run that sends itself on, unless it is paused', () => {
    const sentOn = { order: { continuation: 1 }, now: NOON + MINUTE };
    expect(skipReasonOf({ rate: slowed, lastRunAt: NOON }, sentOn)).toBeUndefined();
    const paused: AllowedRate = { state: 'paused', reason: 'Short.', until: NOON + DAY };
    expect(skipReasonOf({ rate: paused, lastRunAt: NOON }, sentOn)).toBe('It is paused. Short.');
    expect(skipReasonOf({ rate: paused }, { ...live, now: NOON + DAY })).toBeUndefined();
  });

  it('is written again only when it changes, or half of its time is over', () => {
    const reason = 'Shorter.';
    const rateLimit = { state: 'slowed', interval: HOUR } as const;
    expect(rateOf(rateLimit, { before: slowed, reason, now: NOON + 11 * HOUR })).toBe(slowed);
    expect(rateOf(rateLimit, { before: slowed, reason, now: NOON + 12 * HOUR })).toMatchObject({ reason });
    expect(rateOf({ ...rateLimit, interval: DAY }, { before: slowed, reason, now: NOON })).toMatchObject({
      reason,
    });
    expect(rateOf({ state: 'full' }, { before: slowed, reason, now: NOON })).toBeUndefined();
  });
});
