import { describe, expect, it } from 'vitest';
import { executionName } from '../../../../shared/domain/extraction/extraction.ts';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { recordBrokenExecution } from '../../../../shared/use-cases/extraction/record-broken-execution.ts';
import { aJobWatch, extractionBench, notified } from '../extraction-bench.ts';

const watch = aJobWatch();

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
