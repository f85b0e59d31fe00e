import { describe, expect, it } from 'vitest';
import { GoneError, RefusedError } from '../../../../shared/domain/lib/errors.ts';
import { executionName } from '../../../../shared/domain/extraction/extraction.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import { recordBrokenExecution } from '../../../../shared/use-cases/extraction/record-broken-execution.ts';
import { reconcile } from '../../../../shared/use-cases/reconcile/reconcile.ts';
import { restartExtractions } from '../../../../shared/use-cases/extraction/restart-extractions.ts';
import { NOON } from '../../../ports/examples.ts';
import { lost } from '../../../ports/memory-jobs.ts';
import { memorySubscriptions } from '../../../ports/memory-services.ts';
import { aftermathOf, aJobWatch, extractionBench, extractionsOf, follow } from '../extraction-bench.ts';

const watch = aJobWatch();
const notified = async (bench: Awaited<ReturnType<typeof extractionBench>>) =>
  (await aftermathOf(bench)).alerts
    .map(({ about, channel, cured }) =>
      [about, channel === 'operators' ? 'operators' : '', cured ? 'cured' : ''].filter(Boolean).join(' '),
    )
    .toSorted();

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

  it('begins where the last job that ended well has ended, less the overlap, and keeps to 30 days', async () => {
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

  it('comes again in a minute while the state of the watch is held', async () => {
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

  it('takes a backfill in parts that one job may ask for, all of them silent', async () => {
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

describe('an extraction', () => {
  it('is sent once, jobPolled in its time, taken page by page, and told', async () => {
    const bench = await extractionBench({ script: { records: 250, length: 10 * MINUTE } });
    await bench.run(watch);
    await follow(bench);
    const [one] = await extractionsOf(bench);
    expect(one).toMatchObject({ state: 'done', found: 250, changed: 0, records: 250, page: 3, sends: 1 });
    const { findings, alerts } = await aftermathOf(bench);
    expect(findings).toHaveLength(250);
    expect(findings.every(({ verdict }) => verdict && 'told' in verdict)).toBe(true);
    expect(alerts).toHaveLength(250);
    expect(bench.jobs.log.filter((call) => call === 'submit')).toHaveLength(1);
    expect(bench.jobs.log.filter((call) => call === 'stage').length).toBeLessThan(16);
    expect(one!.endedAt! - NOON).toBeLessThan(12 * MINUTE);
  });

  it('tells a part while the service still enriches, and each record once', async () => {
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

  it('stores a record with another content anew, and does not tell it again', async () => {
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

  it('takes the same page twice without a second finding, change or alert', async () => {
    const bench = await extractionBench();
    await bench.run(watch);
    const [id = ''] = bench.workflow.started.values();
    await follow(bench, { until: NOON + 9 * MINUTE });
    bench.clock.at = NOON + 15 * MINUTE;
    expect(await bench.step(id, 'poll')).toMatchObject({ next: 'collect', waitSeconds: 0 });
    const before = await bench.store.extractions.get(id);
    bench.store.extractions.move = async () => undefined;
    expect(await bench.step(id, 'collect')).toMatchObject({ next: 'collect', waitSeconds: 60, new: 1 });
    expect(await bench.store.extractions.get(id)).toEqual(before);
    expect(await bench.step(id, 'collect')).toMatchObject({ new: 0, changed: 0, alerts: 0 });
    expect((await aftermathOf(bench)).findings).toHaveLength(3);
  });

  it('lays the base of a silent watch with its first job, and tells it as one summary', async () => {
    const silent = aJobWatch({ firstRun: 'silent' });
    const bench = await extractionBench({ watches: [silent] });
    await bench.run(silent);
    await follow(bench);
    expect(await notified(bench)).toEqual(['base']);
    bench.clock.at += 7 * DAY;
    await bench.run(silent);
    await follow(bench);
    expect(await notified(bench)).toEqual(['base', 'finding', 'finding', 'finding']);
  });

  it('knows a fact that an earlier job told: no finding of its own, no second alert, its new content a change', async () => {
    const bench = await extractionBench({ script: { records: 12, sameFacts: true, pageSize: 5 } });
    await bench.run(watch);
    await follow(bench);
    bench.clock.at += 7 * DAY;
    bench.jobs.digest = 'two';
    await bench.run(watch);
    await follow(bench);
    const [first, second] = await extractionsOf(bench);
    expect(first).toMatchObject({ state: 'done', found: 12, changed: 0 });
    expect(second).toMatchObject({ state: 'done', found: 0, changed: 12, records: 12 });
    expect(bench.jobs.jobs.size).toBe(2);
    const { findings, alerts } = await aftermathOf(bench);
    expect(findings).toHaveLength(12);
    expect(findings.every(({ id }) => id.startsWith('job-1'))).toBe(true);
    expect(alerts).toHaveLength(12);
  });

  it('and one that runs beside it on the same question tell each fact once', async () => {
    const bench = await extractionBench({ script: { records: 12, sameFacts: true, length: 30 * MINUTE } });
    await bench.run(watch);
    bench.clock.at += MINUTE;
    await bench.run(watch);
    await follow(bench);
    expect((await extractionsOf(bench)).map(({ state }) => state)).toEqual(['done', 'done']);
    expect(bench.jobs.jobs.size).toBe(2);
    const { findings, alerts } = await aftermathOf(bench);
    expect([findings.length, alerts.length]).toEqual([12, 12]);
  });

  it('of a silent watch lays the base until one has ended well', async () => {
    const silent = aJobWatch({ firstRun: 'silent' });
    const bench = await extractionBench({ watches: [silent] });
    await bench.run(silent);
    bench.clock.at += MINUTE;
    await bench.run(silent);
    await follow(bench);
    expect((await extractionsOf(bench)).map(({ silent: base }) => base)).toEqual([true, true]);
    expect(await notified(bench)).toEqual(['base']);
  });

  it('keeps the raw records of a watch that wants them, and never tells excluded ones', async () => {
    const bench = await extractionBench();
    const { service } = bench.jobs;
    bench.ports.jobs = { ...service };
    bench.ports.jobs.records = async (ask, limits) => {
      const page = await service.records(ask, limits);
      const findings = page.findings.map((one) => ({ ...one, excludedBy: 'plant' }));
      return { ...page, findings, raw: new Map(findings.map(({ fingerprint }) => [fingerprint, '{}'])) };
    };
    await bench.run(watch);
    await follow(bench);
    expect((await aftermathOf(bench)).alerts).toEqual([]);
    expect([...bench.ports.raw.objects.keys()][0]).toMatch(/^raw\/extraction\/sector-cuts\/2026-11-20\//);
  });

  it('is asked again with backward and unknown stages until it completes', async () => {
    const bench = await extractionBench();
    const stages = ['enriching', 'fetching', 'dreaming', 'clustering', 'enriching', 'job_completed'];
    bench.jobs.stageOf = () => stages.shift() ?? 'completed';
    await bench.run(watch);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done' });
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

  it('whose job shows late in the list is found by the second look', async () => {
    const bench = await extractionBench({ script: { listLag: 3 * MINUTE } });
    bench.jobs.fail = (operation, when) =>
      operation === 'submit' && when === 'after' ? lost('POST /submit') : undefined;
    await bench.run(watch);
    await follow(bench);
    expect(bench.jobs.jobs.size).toBe(1);
    expect(bench.jobs.log.slice(0, 3)).toEqual(['submit', 'find', 'find']);
  });

  it('that never arrived is sent again after two looks', async () => {
    const bench = await extractionBench();
    let fails = 1;
    bench.jobs.fail = (operation, when) =>
      operation === 'submit' && when === 'before' && fails-- > 0 ? lost('POST /submit') : undefined;
    await bench.run(watch);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done', sends: 2 });
    expect(bench.jobs.log.slice(0, 4)).toEqual(['submit', 'find', 'find', 'submit']);
  });

  it('takes no job that another extraction has claimed', async () => {
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
  ] as const)('refused for its %s ends there, and the operators are told', async (refusal, kind) => {
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

describe('a job', () => {
  it('that failed is recorded with its error; the next one that ends well says that it is over', async () => {
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
      'failed-job operators cured',
    ]);
  });

  it('that the service does not have any more has failed', async () => {
    const bench = await extractionBench();
    const facts = { service: 'extraction', operation: 'GET /status/{job_id}' } as const;
    bench.jobs.fail = (operation) =>
      operation === 'stage' ? new GoneError('No such job.', facts) : undefined;
    await bench.run(watch);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'failed', error: 'No such job.' });
  });

  it('that is late is told once, looked at hourly, and still taken when it completes', async () => {
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
      'late-job operators cured',
    ]);
  });

  it('that never ends is given up after a day, and told', async () => {
    const bench = await extractionBench({ script: { length: 100 * DAY } });
    await bench.run(watch);
    await follow(bench);
    const [one] = await extractionsOf(bench);
    expect(one).toMatchObject({ state: 'abandoned' });
    expect(one!.endedAt! - NOON).toBeLessThan(27 * HOUR);
    expect(await notified(bench)).toEqual(['failed-job operators', 'late-job operators']);
  });

  it('is asked again while the service is out of reach', async () => {
    const bench = await extractionBench();
    let fails = 4;
    bench.jobs.fail = (operation) =>
      ['stage', 'records'].includes(operation) && fails-- > 0 ? lost('GET') : undefined;
    await bench.run(watch);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done', failures: 0, found: 3 });
  });

  it('goes on to the limit that the watch asks for, when it was given less and credits are left', async () => {
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

  it('goes on as far as the credits reach, and not at all while the budget holds its watch back', async () => {
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

describe('the job of a watch that is disabled meanwhile', () => {
  it('stores nothing more, ends, is counted, and its span is asked for anew', async () => {
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

  it('is not sent when it has not been sent yet', async () => {
    const bench = await extractionBench();
    await bench.run(watch);
    await bench.store.definitions.putWatch({ ...watch, disabled: true });
    await follow(bench);
    expect(bench.jobs.log).toEqual([]);
    expect(await extractionsOf(bench)).toMatchObject([{ state: 'removed' }]);
  });
});

describe('what a job takes of the plan', () => {
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
  it.each([
    ['removed', undefined],
    ['changed', aJobWatch({ version: 'v2' })],
  ])('that was %s stops the loop of its job', async (_how, after) => {
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

  it('whose state a run holds writes its end a little later', async () => {
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

describe('an execution', () => {
  it('that was forgotten is started again under its next name, and one that runs is not', async () => {
    const bench = await extractionBench();
    await bench.run(watch);
    await follow(bench, { until: NOON + 3 * MINUTE });
    const [id = ''] = bench.workflow.started.keys();
    bench.clock.at += 30 * MINUTE;
    expect(await bench.restart()).toEqual([]);
    bench.workflow.ended.add(id);
    expect(await bench.restart()).toEqual([id]);
    expect(await bench.restart()).toEqual([]);
    bench.workflow.ended.add(`${id}-2`);
    bench.clock.at += 30 * MINUTE;
    expect(await bench.restart()).toEqual([id]);
    expect([...bench.workflow.started.keys()]).toEqual([id, `${id}-2`, `${id}-3`]);
    await follow(bench);
    expect((await extractionsOf(bench))[0]).toMatchObject({ state: 'done', executions: 3 });
  });

  it('is started again at once where it is known to be forgotten, and its next step keeps its time', async () => {
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

  it('that was forgotten is among what reconcile mends', async () => {
    const bench = await extractionBench();
    await bench.run(watch);
    const [id = ''] = bench.workflow.started.keys();
    bench.workflow.ended.add(id);
    bench.clock.at += 30 * MINUTE;
    const ports = { ...bench.ports, subscriptions: memorySubscriptions(), plans: {} };
    const outcome = await reconcile(ports, { owner: 'sweep', deadline: bench.clock.at + 5 * MINUTE });
    expect(outcome).toMatchObject({ status: 'done', restarted: [id] });
  });

  it('that breaks off leaves the extraction open for the next one, five times', async () => {
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

  it('does nothing when it comes too early, for another step, or for what is not there', async () => {
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

describe('two hundred jobs over four slots', () => {
  it('all end, none is sent twice, and no fifth slot is ever asked for at once', async () => {
    const watches = Array.from({ length: 200 }, (_, n) =>
      aJobWatch({ id: `watch-${n}`, query: { query: `Layoffs at maker ${n}` } }),
    );
    const bench = await extractionBench({ watches, script: { slots: 4, length: 6 * MINUTE, records: 2 } });
    let submits = 0;
    bench.jobs.fail = (operation, when) => {
      if (operation !== 'submit' || when !== 'after') return undefined;
      submits += 1;
      return submits % 7 === 0 ? lost('POST /submit') : undefined;
    };
    for (const one of watches) await bench.run(one);
    await follow(bench);
    const all = await extractionsOf(bench);
    expect(all.filter(({ state }) => state === 'done')).toHaveLength(200);
    expect(bench.jobs.mostBusy).toBe(4);
    const asked = [...bench.jobs.jobs.values()].map(({ ask }) => ask.query['query']);
    expect(asked).toHaveLength(200);
    expect(new Set(asked).size).toBe(200);
  });
});
