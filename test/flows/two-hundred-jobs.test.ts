import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { lost } from '../ports/memory-jobs.ts';
import { aJobWatch, extractionBench, extractionsOf, follow } from '../shared/use-cases/extraction-bench.ts';

describe('two hundred jobs over four slots', () => {
  it('all end, none is submitted twice, and no fifth slot is used at a time', async () => {
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
