import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { restartExtractions } from '../../../../shared/use-cases/extraction/restart-extractions.ts';
import { NOON } from '../../../ports/examples.ts';
import { aJobWatch, extractionBench, extractionsOf, follow } from '../extraction-bench.ts';

const watch = aJobWatch();

describe('an execution', () => {
  it('that was lost is started again under its next name, and one that runs is not', async () => {
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
