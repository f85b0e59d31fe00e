import { describe, expect, it } from 'vitest';
import { GoneError } from '../../../../shared/domain/lib/errors.ts';
import { DAY, MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';
import { lost } from '../../../ports/memory-jobs.ts';
import {
  aftermathOf,
  aJobWatch,
  extractionBench,
  extractionsOf,
  follow,
  notified,
} from '../extraction-bench.ts';

const watch = aJobWatch();

describe('an extraction', () => {
  it('is submitted once, polled at its times, collected page by page, and notified', async () => {
    const bench = await extractionBench({ script: { records: 250, length: 10 * MINUTE } });
    await bench.run(watch);
    await follow(bench);
    const [one] = await extractionsOf(bench);
    expect(one).toMatchObject({ state: 'done', found: 250, changed: 0, records: 250, page: 3, sends: 1 });
    const { findings, alerts } = await aftermathOf(bench);
    expect(findings).toHaveLength(250);
    expect(findings.every(({ verdict }) => verdict && 'notified' in verdict)).toBe(true);
    expect(alerts).toHaveLength(250);
    expect(bench.jobs.log.filter((call) => call === 'submit')).toHaveLength(1);
    expect(bench.jobs.log.filter((call) => call === 'stage').length).toBeLessThan(16);
    expect(one!.endedAt! - NOON).toBeLessThan(12 * MINUTE);
  });
});

describe('a job', () => {
  it('that the service does not have any more has failed', async () => {
    const bench = await extractionBench();
    const facts = { service: 'extraction', operation: 'GET /status/{job_id}' } as const;
    bench.jobs.fail = (operation) =>
      operation === 'stage' ? new GoneError('No such job.', facts) : undefined;
    await bench.run(watch);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'failed', error: 'No such job.' });
  });

  it('is polled again while the service cannot be reached', async () => {
    const bench = await extractionBench();
    let fails = 4;
    bench.jobs.fail = (operation) =>
      ['stage', 'records'].includes(operation) && fails-- > 0 ? lost('GET') : undefined;
    await bench.run(watch);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done', failures: 0, found: 3 });
  });
});

describe('the job of a watch that is disabled', () => {
  it('stores nothing more, ends, is counted, and its span is requested again', async () => {
    const bench = await extractionBench({ script: { records: 10, length: 30 * MINUTE } });
    await bench.run(watch);
    await follow(bench, { until: NOON + 17 * MINUTE });
    const before = await aftermathOf(bench);
    expect(before.findings).toHaveLength(5);
    await bench.store.definitions.putWatch({ ...watch, disabled: true });
    await follow(bench);
    const [one] = await extractionsOf(bench);
    expect(one).toMatchObject({ state: 'removed', found: 5, error: 'Its watch is disabled.' });
    expect((await aftermathOf(bench)).findings).toEqual(before.findings);
    const { counters } = (await bench.store.states.read(watch.id, 'live'))!;
    expect(counters).toMatchObject({ jobs: 1, found: 5, calls: bench.jobs.log.length });
    await bench.store.definitions.putWatch(watch);
    bench.clock.at += DAY;
    await bench.run(watch);
    await follow(bench);
    const next = (await extractionsOf(bench)).find(({ id }) => id !== one!.id);
    expect(next).toMatchObject({ state: 'done', range: { from: one!.range.from } });
    // The twin gives each job records of its own.
    expect((await aftermathOf(bench)).findings).toHaveLength(15);
  });
});

describe('a watch', () => {
  it.each([
    ['removed', undefined],
    ['changed', aJobWatch({ version: 'v2' })],
  ])('that was %s ends the extraction of its job', async (_how, after) => {
    const bench = await extractionBench();
    await bench.run(watch);
    await follow(bench, { until: NOON + 3 * MINUTE });
    await bench.store.definitions.removeWatch(watch.id);
    if (after) await bench.store.definitions.putWatch(after);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'removed' });
    expect(bench.clock.at - NOON).toBeLessThan(5 * MINUTE);
    expect(await notified(bench)).toEqual([]);
  });
});

describe('an execution', () => {
  it('does nothing when a step is too early, not the next one, or of an unknown extraction', async () => {
    const bench = await extractionBench();
    await bench.run(watch);
    const [id = ''] = bench.workflow.started.keys();
    await bench.step(id, 'submit');
    bench.clock.at += 30 * SECOND;
    expect(await bench.step(id, 'poll')).toMatchObject({ next: 'poll', waitSeconds: 30 });
    expect(await bench.step(id, 'submit')).toMatchObject({ next: 'poll', waitSeconds: 30 });
    expect(await bench.step('unknown', 'submit')).toMatchObject({ next: 'end' });
    expect(bench.jobs.log).toEqual(['submit']);
  });
});

describe('an extraction', () => {
  it('of a silent watch belongs to the baseline until one has ended well', async () => {
    const silent = aJobWatch({ firstRun: 'silent' });
    const bench = await extractionBench({ watches: [silent] });
    await bench.run(silent);
    bench.clock.at += MINUTE;
    await bench.run(silent);
    await follow(bench);
    expect((await extractionsOf(bench)).map(({ silent: base }) => base)).toEqual([true, true]);
    expect(await notified(bench)).toEqual(['baseline']);
  });
});
