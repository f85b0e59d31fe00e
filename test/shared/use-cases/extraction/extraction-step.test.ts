import { describe, expect, it } from 'vitest';
import { RefusedError } from '../../../../shared/domain/lib/errors.ts';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';
import { aJobWatch, extractionBench, extractionsOf, follow } from '../extraction-bench.ts';

const watch = aJobWatch();

describe('the usage of a job', () => {
  const countersOf = async (bench: Awaited<ReturnType<typeof extractionBench>>, track: 'live' | 'backfill') =>
    (await bench.store.states.read(watch.id, track))?.counters;

  it('is counted when it ends, however it ends: each call, the credits of its records, the time of its slot', async () => {
    const bench = await extractionBench({ script: { records: 7 } });
    await bench.run(watch);
    await follow(bench);
    const calls = bench.jobs.log.length;
    expect(await countersOf(bench, 'live')).toMatchObject({
      calls,
      found: 7,
      jobs: 1,
      credits: 70,
      slotMinutes: 10,
    });
    bench.jobs.stageOf = () => 'failed';
    bench.clock.at += DAY;
    await bench.run(watch);
    await follow(bench);
    expect(await countersOf(bench, 'live')).toMatchObject({
      calls: bench.jobs.log.length,
      found: 7,
      jobs: 2,
      credits: 70,
      slotMinutes: 11,
    });
    const facts = { service: 'extraction', operation: 'POST /submit', refusal: 'key' } as const;
    bench.jobs.fail = () => new RefusedError('No.', facts);
    bench.clock.at += DAY;
    await bench.run(watch);
    await follow(bench);
    expect(await countersOf(bench, 'live')).toMatchObject({ calls: bench.jobs.log.length, jobs: 2 });
  });

  it('of a backfill is counted with the backfill', async () => {
    const bench = await extractionBench();
    await bench.run(watch, { track: 'backfill', window: { from: NOON - 70 * DAY, to: NOON } });
    await follow(bench);
    expect(await countersOf(bench, 'backfill')).toMatchObject({
      calls: bench.jobs.log.length,
      jobs: 3,
      credits: 90,
    });
    expect(await countersOf(bench, 'live')).toBeUndefined();
  });
});

describe('a watch', () => {
  it('whose state a run holds counts the end of its job a little later', async () => {
    const bench = await extractionBench();
    await bench.run(watch);
    await follow(bench, { until: NOON + 9 * MINUTE });
    const hold = { owner: 'other', until: NOON + 14 * MINUTE };
    await bench.store.states.acquire({ watchId: watch.id, track: 'live' }, hold, bench.clock.at);
    await follow(bench);
    const [one] = await extractionsOf(bench);
    expect(one).toMatchObject({ state: 'done', found: 3 });
    expect(one!.endedAt).toBeGreaterThan(hold.until);
    const state = await bench.store.states.read(watch.id, 'live');
    expect(state?.coveredUntil).toBe(NOON);
    expect(state?.counters).toMatchObject({ jobs: 1, credits: 30, slotMinutes: 15 });
    expect(state?.counters.calls).toBe(bench.jobs.log.length);
  });
});
