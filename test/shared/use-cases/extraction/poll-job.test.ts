import { describe, expect, it } from 'vitest';
import { executionName } from '../../../../shared/domain/extraction/extraction.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import {
  recordBrokenExecution,
  restartExtractions,
} from '../../../../shared/use-cases/extraction/poll-job.ts';
import { NOON } from '../../../ports/examples.ts';
import { aJobWatch, extractionBench, extractionsOf, follow, notified } from '../extraction-bench.ts';
import { RefusedError } from '../../../../shared/domain/lib/errors.ts';
import { lost } from '../../../ports/memory-jobs.ts';

const watch = aJobWatch();

describe('an extraction', () => {
  it('is polled through backward and unknown stages until it completes', async () => {
    const bench = await extractionBench();
    const stages = ['enriching', 'fetching', 'dreaming', 'clustering', 'enriching', 'job_completed'];
    bench.jobs.stageOf = () => stages.shift() ?? 'completed';
    await bench.run(watch);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done' });
  });
});

describe('a job', () => {
  it('that failed opens an incident with its error; the next one that ends well resolves it', async () => {
    const bench = await extractionBench();
    const { stageOf } = bench.jobs;
    bench.jobs.stageOf = () => 'failed';
    bench.jobs.error = 'clustering: out of memory';
    await bench.run(watch);
    await follow(bench);
    const [one] = await extractionsOf(bench);
    expect(one).toMatchObject({
      state: 'failed',
      error: 'clustering: out of memory',
      upstreamState: 'failed',
    });
    expect(await notified(bench)).toEqual(['failed-job operators']);
    bench.jobs.stageOf = stageOf;
    bench.clock.at += DAY;
    await bench.run(watch);
    await follow(bench);
    expect((await notified(bench)).filter((text) => text.includes('operators'))).toEqual([
      'failed-job operators',
      'failed-job operators resolved',
    ]);
  });

  it('that is late opens one incident, is polled hourly, and is collected when it completes', async () => {
    const bench = await extractionBench({ script: { length: 5 * HOUR + 30 * MINUTE } });
    await bench.run(watch);
    await follow(bench, { until: NOON + 90 * MINUTE });
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'late' });
    const polls = bench.jobs.log.filter((call) => call === 'stage').length;
    await follow(bench);
    const [one] = await extractionsOf(bench);
    expect(one).toMatchObject({ state: 'done', found: 3 });
    expect(bench.jobs.log.filter((call) => call === 'stage').length - polls).toBeLessThanOrEqual(6);
    expect((await notified(bench)).filter((text) => text.includes('operators'))).toEqual([
      'late-job operators',
      'late-job operators resolved',
    ]);
  });

  it('that never ends is abandoned after a day, and the operators are notified', async () => {
    const bench = await extractionBench({ script: { length: 100 * DAY } });
    await bench.run(watch);
    await follow(bench);
    const [one] = await extractionsOf(bench);
    expect(one).toMatchObject({ state: 'abandoned' });
    expect(one!.endedAt! - NOON).toBeLessThan(27 * HOUR);
    expect(await notified(bench)).toEqual(['failed-job operators', 'late-job operators']);
  });
});

describe('an execution', () => {
  it('that fails leaves the extraction open for the next one, five times', async () => {
    const bench = await extractionBench();
    await bench.run(watch);
    const [id = ''] = bench.workflow.started.keys();
    for (let n = 1; n <= 5; n += 1) {
      const one = await bench.store.extractions.get(id);
      expect(executionName(one!)).toBe(n === 1 ? id : `${id}-${n}`);
      await recordBrokenExecution({ jobId: id, cause: 'out of memory' }, bench.ports);
      bench.workflow.ended.add(executionName(one!));
      bench.clock.at += 11 * MINUTE;
      expect(await bench.restart()).toEqual(n < 5 ? [id] : []);
    }
    expect(await bench.store.extractions.get(id)).toMatchObject({
      state: 'failed',
      error: 'A step failed: out of memory',
    });
    expect(await notified(bench)).toEqual(['failed-job operators']);
  });
});

describe('an execution', () => {
  it('that is known to be lost is started again at once, and its next step keeps its time', async () => {
    const bench = await extractionBench();
    await bench.run(watch);
    await follow(bench, { until: NOON + 3 * MINUTE });
    const [id = ''] = bench.workflow.started.keys();
    bench.workflow.ended.add(id);
    expect(await bench.restart()).toEqual([]);
    const before = await bench.store.extractions.get(id);
    expect(await restartExtractions(bench.ports, { at: NOON + DAY })).toEqual([id]);
    expect(await restartExtractions(bench.ports, { at: NOON + DAY })).toEqual([]);
    expect(await bench.store.extractions.get(id)).toMatchObject({ dueAt: before!.dueAt, executions: 2 });
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done', found: 3 });
    expect(bench.jobs.jobs.size).toBe(1);
  });
});

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
