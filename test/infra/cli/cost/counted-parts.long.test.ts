import { afterAll, beforeAll, expect, it } from 'vitest';
import { COUNTED } from '../../../../infra/cli/cost/counted-parts.ts';
import { openCounter } from '../../../bench/cost/count-parts.ts';
import type { TableUse } from '../../../ports/table-meter.ts';

// The bill is made of kept counts. They may be a little old, but never flatter the code: here the dearest of them are
// counted again. `WRITE=1 npm run bench cost`, twice, counts all of them and writes the tables.

let counter: Awaited<ReturnType<typeof openCounter>>;
beforeAll(async () => {
  counter = await openCounter();
  await counter.run(0);
  await counter.run(0);
});
afterAll(() => counter.close());

/** What code may take more than the kept counts before they are counted again. */
const MORE = 1.15;
/** And how much less. */
const LESS = 0.25;

it('the kept counts are about those of today, for a quiet run and for new findings', async () => {
  const quiet = (await counter.run(0)).use;
  const { reads, writes } = COUNTED.quietRun;
  expect(quiet).toMatchObject({ reads, writes });
  const few = (await counter.run(5)).use;
  const many = (await counter.run(25)).use;
  const each = (key: keyof TableUse) => (many[key] - few[key]) / 20;
  for (const key of ['writes', 'bytes', 'indexBytes'] as const) {
    expect(each(key), `${key} of a finding: WRITE=1 npm run bench cost`).toBeLessThan(
      COUNTED.finding[key] * MORE,
    );
    expect(each(key), `${key} of a finding: WRITE=1 npm run bench cost`).toBeGreaterThan(
      COUNTED.finding[key] * LESS,
    );
  }
});

it('an idle sweep of the deliverer reads the channels and looks at each', async () => {
  const { use } = await counter.deliver('all');
  const { idleDelivery, servedChannel } = COUNTED;
  // After the runs above channels may have work.
  expect(use.reads).toBeGreaterThanOrEqual(idleDelivery.reads + 2 * servedChannel.reads);
});
