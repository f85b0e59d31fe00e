import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
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
  it('collects a part while the service still enriches, and notifies of each record once', async () => {
    const bench = await extractionBench({ script: { records: 10, length: 30 * MINUTE } });
    await bench.run(watch);
    await follow(bench, { until: NOON + 17 * MINUTE });
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'working', found: 5 });
    expect((await aftermathOf(bench)).alerts).toHaveLength(5);
    await follow(bench);
    const [one] = await extractionsOf(bench);
    expect(one).toMatchObject({ state: 'done', found: 10, records: 10 });
    expect((await aftermathOf(bench)).alerts).toHaveLength(10);
  });

  it('stores a record with other content again, and does not notify of it again', async () => {
    const bench = await extractionBench({ script: { records: 10, length: 30 * MINUTE } });
    await bench.run(watch);
    await follow(bench, { until: NOON + 17 * MINUTE });
    bench.jobs.digest = 'two';
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done', found: 10 });
    const { findings, alerts } = await aftermathOf(bench);
    expect(findings.filter(({ changedAt }) => changedAt !== undefined)).toHaveLength(5);
    expect(alerts).toHaveLength(10);
  });

  it('stores the raw records of a watch with keep: full, and never notifies of excluded ones', async () => {
    const full = aJobWatch({ keep: 'full' });
    const bench = await extractionBench({ watches: [full] });
    const { service } = bench.jobs;
    bench.ports.jobs = { ...service };
    bench.ports.jobs.records = async (ask, limits) => {
      const page = await service.records(ask, limits);
      const findings = page.findings.map((one) => ({ ...one, excludedBy: 'plant' }));
      return { ...page, findings };
    };
    await bench.run(full);
    await follow(bench);
    expect((await aftermathOf(bench)).alerts).toEqual([]);
    expect([...bench.ports.raw.objects.keys()][0]).toMatch(/^raw\/extraction\/sector-cuts\/2026-11-20\//);
  });
});

describe('a job', () => {
  it('is continued to the limit of the watch when it was given less and credits are left', async () => {
    const asking = aJobWatch({ query: { query: 'Layoffs', limit: 30 } });
    const open = (credits: number) =>
      extractionBench({ watches: [asking], script: { records: 100, firstLimit: 10, credits } });
    const bench = await open(500);
    await bench.run(asking);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done', found: 30, limit: 30 });
    expect(bench.jobs.log.filter((call) => call === 'continue')).toHaveLength(1);
    const poor = await open(0);
    await poor.run(asking);
    await follow(poor);
    expect((await extractionsOf(poor))[0]).toMatchObject({
      state: 'done',
      found: 10,
      error: 'Not continued: no credits are left.',
    });
    expect(await notified(poor)).toHaveLength(10);
  });

  it('is continued as far as the credits reach, and not while the budget slows its watch', async () => {
    const asking = aJobWatch({ query: { query: 'Layoffs', limit: 30 } });
    const open = () =>
      extractionBench({ watches: [asking], script: { records: 100, firstLimit: 10, credits: 75 } });
    const bench = await open();
    const service = { ...bench.jobs.service };
    bench.ports.jobs.continue = async (ask, limits) => {
      bench.jobs.credits! -= (ask.limit - 10) * 10;
      return service.continue(ask, limits);
    };
    await bench.run(asking);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({
      state: 'done',
      found: 17,
      limit: 17,
      error: 'Not continued: 5 credits are left, less than a record costs.',
    });
    const short = await open();
    await short.run(asking);
    const rate = {
      state: 'slowed',
      interval: DAY,
      reason: 'The plan runs short.',
      until: NOON + DAY,
    } as const;
    await short.store.states.setRate(asking.id, rate);
    await follow(short);
    expect((await extractionsOf(short))[0]).toMatchObject({
      state: 'done',
      found: 10,
      error: 'Not continued: The plan runs short.',
    });
    expect(short.jobs.log).not.toContain('credits');
  });

  it('whose continue lost its answer is not continued again', async () => {
    const asking = aJobWatch({ query: { query: 'Layoffs', limit: 30 } });
    const bench = await extractionBench({ watches: [asking], script: { records: 100, firstLimit: 10 } });
    bench.jobs.fail = (operation, when) =>
      operation === 'continue' && when === 'after' ? lost('POST /continue') : undefined;
    await bench.run(asking);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done', found: 30 });
    expect(bench.jobs.log.filter((call) => call === 'continue')).toHaveLength(1);
  });
});
