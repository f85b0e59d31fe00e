import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aJobWatch, extractionBench, extractionsOf, follow, notified } from '../extraction-bench.ts';

describe('an extraction', () => {
  it('that is the first of a silent watch is its baseline, notified as one summary', async () => {
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

  it('of a silent watch belongs to the baseline until one has ended well', async () => {
    const silent = aJobWatch({ firstRun: 'silent' });
    const bench = await extractionBench({ watches: [silent] });
    await bench.run(silent);
    bench.clock.at += MINUTE;
    await bench.run(silent);
    await follow(bench);
    expect((await extractionsOf(bench)).map(({ silent: base }) => base)).toEqual([true, true]);
    expect(await notified(bench)).toEqual(['base']);
  });
});
