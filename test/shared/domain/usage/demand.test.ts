import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { demandOf } from '../../../../shared/domain/usage/demand.ts';
import { aWatch, NOON } from '../../../ports/examples.ts';

const counters = { month: '2026-11', calls: 0, runs: 0, found: 0, foundOn: {} };

describe('the demand of a watch', () => {
  it('is a call for each run and one for each day that is counted again, before it has run', () => {
    expect(demandOf(aWatch({ priority: 3 }), { now: NOON })).toEqual({
      id: 'acme-news',
      severity: 'warning',
      priority: 3,
      period: expect.closeTo(15 * MINUTE, -3),
      perRun: 1,
      perDay: 3,
      slowest: DAY,
    });
  });

  it('is more if it used more this month, and never less than expected', () => {
    const watch = aWatch({ lookback: DAY });
    const state = (calls: number, coveredFrom = NOON - 11 * DAY) => ({
      coveredFrom,
      counters: { ...counters, calls, runs: 960 },
    });
    expect(demandOf(watch, { state: state(1_160), now: NOON }).perDay).toBeCloseTo(20);
    expect(demandOf(watch, { state: state(970), now: NOON }).perDay).toBe(3);
    expect(demandOf(watch, { state: state(1_160, NOON - DAY - HOUR), now: NOON }).perDay).toBe(200);
    const lastMonth = { coveredFrom: 0, counters: { ...counters, month: '2026-10', calls: 99_999 } };
    expect(demandOf(watch, { state: lastMonth, now: NOON }).perDay).toBe(3);
  });

  it.each([
    ['search', 3],
    ['links', 3],
    ['volume', 3],
    ['headlines', 1],
    ['events', 1],
    ['breaking', 0],
  ] as const)('of a watch of kind %s has %i calls a day for the recount', (kind, perDay) => {
    expect(demandOf(aWatch({ kind, query: {} }), { now: NOON })).toMatchObject({ perRun: 1, perDay });
  });

  it('of a job is the credits that it may cost at most', () => {
    const job = (query: Record<string, string | number>) =>
      demandOf(aWatch({ kind: 'extraction', query, schedule: 'rate(7 days)' }), { now: NOON });
    expect(job({ limit: 50 })).toMatchObject({ perRun: 500, perDay: 0 });
    expect(job({ limit: 50, mode: 'lite' })).toMatchObject({ perRun: 100 });
    expect(job({})).toMatchObject({ perRun: 1_000 });
    const prices = { perRecord: 3, perLiteJob: 7 };
    const dear = (query: Record<string, string | number>) =>
      demandOf(aWatch({ kind: 'extraction', query, prices }), { now: NOON }).perRun;
    expect([dear({ limit: 50 }), dear({ mode: 'lite' }), dear({})]).toEqual([150, 7, 300]);
    expect(job({}).slowest).toBe(2 * job({}).period);
  });

  it('of a monitor is the mean of its runs of this month, and nothing while none is known', () => {
    const watch = aWatch({ kind: 'extraction', query: { limit: 50 }, monitor: { backfill: true } });
    const counters = {
      month: '2026-11',
      calls: 0,
      runs: 0,
      found: 0,
      foundOn: {},
      jobs: 4,
      credits: 120,
    };
    const perRun = (known?: typeof counters) =>
      demandOf(watch, { ...(known && { state: { counters: known } }), now: NOON }).perRun;
    expect([perRun(), perRun(counters), perRun({ ...counters, month: '2026-10' })]).toEqual([0, 30, 0]);
  });

  it('cannot wait longer than the service goes back', () => {
    expect(demandOf(aWatch({ kind: 'breaking', query: {} }), { now: NOON })).toMatchObject({
      perDay: 0,
      slowest: 12 * HOUR,
    });
  });
});
