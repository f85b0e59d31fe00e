import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';
import { aftermathOf, aJobWatch, extractionBench, extractionsOf, follow } from '../extraction-bench.ts';

const watch = aJobWatch();

describe('a slot of a watch that asks for jobs', () => {
  it('puts one extraction and starts one execution, however often the order comes', async () => {
    const bench = await extractionBench();
    const outcome = await bench.run(watch);
    expect(outcome).toMatchObject({ status: 'done', kind: 'extraction', windows: 0, calls: 0 });
    await bench.run(watch);
    expect(bench.workflow.started.size).toBe(1);
    const [one] = await extractionsOf(bench);
    expect([...bench.workflow.started]).toEqual([[one!.id, one!.id]]);
    expect(one).toMatchObject({ state: 'waiting', silent: false, query: watch.query, watchVersion: 'v1' });
    expect(one!.range).toEqual({ from: NOON - DAY, to: NOON });
    expect(bench.jobs.log).toEqual([]);
    expect(await bench.store.states.read(watch.id, 'live')).toMatchObject({ lastRunAt: NOON });
  });

  it('begins at the end of the last job that ended well, less the overlap, and asks for 30 days at most', async () => {
    const bench = await extractionBench();
    const rangeAt = async (at: number) => {
      bench.clock.at = at;
      await bench.run(watch);
      const all = await extractionsOf(bench);
      return all.find(({ scheduledFor }) => scheduledFor === at)!.range;
    };
    await rangeAt(NOON);
    await follow(bench);
    const week = NOON + 7 * DAY;
    expect(await rangeAt(week)).toEqual({ from: NOON - HOUR, to: week });
    bench.jobs.stageOf = () => 'failed';
    await follow(bench);
    expect(await rangeAt(week + 7 * DAY)).toEqual({ from: NOON - HOUR, to: week + 7 * DAY });
    const late = NOON + 60 * DAY;
    expect(await rangeAt(late)).toEqual({ from: late - 30 * DAY, to: late });
  });

  it('is queued again in a minute while the state of the watch is held', async () => {
    const bench = await extractionBench();
    await bench.store.states.acquire(
      { watchId: watch.id, track: 'live' },
      { owner: 'other', until: NOON + MINUTE },
      NOON,
    );
    expect(await bench.run(watch)).toMatchObject({ status: 'continued' });
    expect(bench.ports.queue.sent).toMatchObject([{ service: 'extraction', delay: MINUTE }]);
    expect(bench.workflow.started.size).toBe(0);
  });

  it('is skipped while the watch is paused, and leaves the state to the next order', async () => {
    const bench = await extractionBench();
    await bench.run(watch);
    const reason = 'The credits are used up.';
    await bench.store.states.setRate(watch.id, { state: 'paused', reason, until: NOON + DAY });
    const outcome = await bench.run(watch, { scheduledFor: NOON + HOUR });
    const error = { name: 'HeldBack', message: `It is paused. ${reason}` };
    expect(outcome).toMatchObject({ status: 'skipped', error });
    expect(bench.workflow.started.size).toBe(1);
    expect(await bench.store.states.read(watch.id, 'live')).toMatchObject({ counters: { skipped: 1 } });
    const next = { owner: 'next', until: NOON + MINUTE };
    expect(await bench.store.states.acquire({ watchId: watch.id, track: 'live' }, next, NOON)).toBeDefined();
  });

  it('splits a backfill into parts that one job may ask for, all of them silent', async () => {
    const bench = await extractionBench();
    const window = { from: NOON - 70 * DAY, to: NOON };
    await bench.run(watch, { track: 'backfill', window });
    await follow(bench);
    const all = await extractionsOf(bench);
    expect(all.map(({ range }) => (range.to - range.from) / DAY)).toEqual([30, 30, 10]);
    expect(all.every(({ state }) => state === 'done')).toBe(true);
    const { findings, alerts } = await aftermathOf(bench);
    expect(findings).toHaveLength(9);
    expect(findings.every(({ verdict }) => verdict && 'silent' in verdict)).toBe(true);
    expect(alerts).toEqual([]);
  });
});
