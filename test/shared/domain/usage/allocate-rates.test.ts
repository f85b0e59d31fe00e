import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { Demand } from '../../../../shared/domain/usage/demand.ts';
import { type RateLimit, SEVERITIES } from '../../../../shared/domain/watches/watch.ts';
import {
  costAt,
  leastImportantFirst,
  allocateRates,
} from '../../../../shared/domain/usage/allocate-rates.ts';

const HORIZON = 30 * DAY;

function aDemand(id: string, changes: Partial<Demand> = {}): Demand {
  return {
    id,
    severity: 'info',
    priority: 5,
    period: 15 * MINUTE,
    perRun: 1,
    perDay: 3,
    slowest: DAY,
    ...changes,
  };
}

const fullCost = (demands: readonly Demand[], horizon = HORIZON) =>
  demands.reduce((sum, demand) => sum + costAt(demand, { state: 'full' }, horizon), 0);

const RANKS = { full: 0, slowed: 1, paused: 2 };
const rank = (rateLimit: RateLimit | undefined) => RANKS[rateLimit?.state ?? 'full'];

describe('what is left is allocated', () => {
  const info = aDemand('info');
  const low = aDemand('low', { severity: 'warning', priority: 2 });
  const high = aDemand('high', { severity: 'warning', priority: 8 });
  const critical = aDemand('critical', { severity: 'critical', priority: 1 });
  const all = [critical, high, info, low];
  const share = (part: number, before?: Map<string, RateLimit['state']>) =>
    Object.fromEntries(
      allocateRates(all, { left: fullCost(all) * part, horizon: HORIZON, ...(before && { before }) }),
    );

  it('and no watch is slowed while it is enough, with a reserve', () => {
    expect(Object.values(share(1.06)).map(({ state }) => state)).toEqual(['full', 'full', 'full', 'full']);
    expect(share(1.04)).toMatchObject({ info: { state: 'slowed' }, low: { state: 'full' } });
  });

  it('slows everything else before it pauses anything, and pauses everything else before it slows a critical watch', () => {
    const states = (part: number) =>
      Object.fromEntries(Object.entries(share(part)).map(([id, { state }]) => [id, state]));
    expect(states(0.29)).toEqual({ info: 'paused', low: 'slowed', high: 'slowed', critical: 'full' });
    expect(states(0.25)).toEqual({ info: 'paused', low: 'paused', high: 'paused', critical: 'full' });
    expect(states(0.2)).toEqual({ info: 'paused', low: 'paused', high: 'paused', critical: 'slowed' });
    expect(states(0)).toEqual({ info: 'paused', low: 'paused', high: 'paused', critical: 'paused' });
  });

  it('goes faster again only when there is clearly enough', () => {
    const slowed = new Map([['info', 'slowed' as const]]);
    expect(share(1.15).info).toEqual({ state: 'full' });
    expect(share(1.15, slowed).info).toMatchObject({ state: 'slowed' });
    expect(share(1.18, slowed).info).toEqual({ state: 'full' });
  });

  it('a watch that cannot be slowed, or runs no more, is left alone until it must be paused', () => {
    const over = aDemand('over', {
      period: Number.POSITIVE_INFINITY,
      slowest: Number.POSITIVE_INFINITY,
      perDay: 0,
    });
    const rare = aDemand('rare', { period: DAY, slowest: DAY });
    const rateLimits = (left: number) =>
      Object.fromEntries(allocateRates([over, rare, low, critical], { left, horizon: HORIZON }));
    expect(rateLimits(4_000)).toMatchObject({
      over: { state: 'full' },
      rare: { state: 'full' },
      low: { state: 'slowed' },
    });
    expect(rateLimits(3_000)).toMatchObject({
      rare: { state: 'paused' },
      low: { state: 'paused' },
      critical: { state: 'full' },
    });
  });
});

describe('whatever the watches and whatever is left', () => {
  const demands = fc
    .array(
      fc.record({
        severity: fc.constantFrom(...SEVERITIES),
        priority: fc.integer({ min: 1, max: 9 }),
        period: fc.constantFrom(MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, DAY, 7 * DAY),
        perRun: fc.integer({ min: 1, max: 500 }),
        perDay: fc.integer({ min: 0, max: 20 }),
      }),
      { maxLength: 12 },
    )
    .map((list) =>
      list.map((one, index) => ({ ...one, id: `w${index}`, slowest: Math.max(DAY, 2 * one.period) })),
    );
  const share = fc.record({
    part: fc.double({ min: 0, max: 1.3, noNaN: true }),
    horizon: fc.integer({ min: HOUR, max: 31 * DAY }),
    before: fc.array(fc.constantFrom('full' as const, 'slowed' as const, 'paused' as const), {
      minLength: 12,
      maxLength: 12,
    }),
  });
  const shareOf = (
    list: readonly Demand[],
    { part, horizon, before }: { part: number; horizon: number; before: readonly RateLimit['state'][] },
  ) => ({
    left: Math.floor(fullCost(list, horizon) * part),
    horizon,
    before: new Map(list.map(({ id }, index) => [id, before[index] ?? 'full'] as const)),
  });

  it('no more is spent than is left', () => {
    fc.assert(
      fc.property(demands, share, (list, given) => {
        const { left, horizon, before } = shareOf(list, given);
        const rateLimits = allocateRates(list, { left, horizon, before });
        const spent = list.reduce(
          (sum, demand) => sum + costAt(demand, rateLimits.get(demand.id)!, horizon),
          0,
        );
        expect(spent).toBeLessThanOrEqual(left);
      }),
    );
  });

  it('no critical watch is slowed while any other still runs', () => {
    fc.assert(
      fc.property(demands, share, (list, given) => {
        const rateLimits = allocateRates(list, shareOf(list, given));
        const states = (isCritical: boolean) =>
          list
            .filter(({ severity }) => (severity === 'critical') === isCritical)
            .map(({ id }) => rateLimits.get(id)?.state);
        const criticalHeldBack = states(true).some((state) => state !== 'full');
        expect(criticalHeldBack && states(false).some((state) => state !== 'paused')).toBe(false);
      }),
    );
  });

  it('a watch is never slowed more than one below it', () => {
    fc.assert(
      fc.property(demands, share, (list, given) => {
        const rateLimits = allocateRates(list, shareOf(list, given));
        const ranks = list.toSorted(leastImportantFirst).map(({ id }) => rank(rateLimits.get(id)));
        expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
      }),
    );
  });
});
