import { describe, expect, it } from 'vitest';
import { RefusedError } from '../../../../shared/domain/lib/errors.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';
import { lost } from '../../../ports/memory-jobs.ts';
import { aJobWatch, extractionBench, extractionsOf, follow, notified } from '../extraction-bench.ts';

const watch = aJobWatch();

describe('a submit', () => {
  it('whose answer is lost finds its job in the list two minutes later', async () => {
    const bench = await extractionBench();
    bench.jobs.fail = (operation, when) =>
      operation === 'submit' && when === 'after' ? lost('POST /submit') : undefined;
    await bench.run(watch);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done', upstreamId: 'job-1', sends: 1 });
    expect(bench.jobs.log.slice(0, 3)).toEqual(['submit', 'find', 'stage']);
    expect(bench.jobs.jobs.size).toBe(1);
  });

  it('that never arrived is repeated after two looks', async () => {
    const bench = await extractionBench();
    let fails = 1;
    bench.jobs.fail = (operation, when) =>
      operation === 'submit' && when === 'before' && fails-- > 0 ? lost('POST /submit') : undefined;
    await bench.run(watch);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done', sends: 2 });
    expect(bench.jobs.log.slice(0, 4)).toEqual(['submit', 'find', 'find', 'submit']);
  });

  it('does not use a job that another extraction has claimed', async () => {
    const twins = [aJobWatch({ id: 'one' }), aJobWatch({ id: 'two' })];
    const bench = await extractionBench({ watches: twins });
    bench.jobs.fail = (operation, when) =>
      operation === 'submit' && when === 'after' ? lost('POST /submit') : undefined;
    for (const one of twins) await bench.run(one);
    await follow(bench);
    const all = await extractionsOf(bench);
    expect(all.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(new Set(all.map(({ upstreamId }) => upstreamId))).toEqual(new Set(['job-1', 'job-2']));
  });

  it('waits minutes while all slots are busy, and is no failure', async () => {
    const bench = await extractionBench({ script: { slots: 0 } });
    await bench.run(watch);
    await follow(bench, { until: NOON + HOUR });
    const [one] = await extractionsOf(bench);
    expect(one).toMatchObject({ state: 'waiting', failures: 0, busySince: NOON });
    expect(bench.jobs.log.length).toBeLessThan(22);
    expect(await notified(bench)).toEqual([]);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'abandoned' });
    expect(await notified(bench)).toEqual(['failed-job operators']);
  });

  it.each([
    ['request', 'query'],
    ['plan', 'plan'],
    ['key', 'key'],
  ] as const)('refused for its %s ends there, and the operators are notified', async (refusal, kind) => {
    const bench = await extractionBench();
    const facts = { service: 'extraction', operation: 'POST /submit', refusal } as const;
    bench.jobs.fail = (operation) => (operation === 'submit' ? new RefusedError('No.', facts) : undefined);
    await bench.run(watch);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'refused', error: 'No.' });
    expect(await notified(bench)).toEqual([`${kind} operators`]);
    expect(bench.jobs.log).toEqual(['submit']);
    const covered = (await bench.store.states.read(watch.id, 'live'))?.coveredUntil;
    expect(covered).toBe(refusal === 'key' ? undefined : NOON);
  });
});
