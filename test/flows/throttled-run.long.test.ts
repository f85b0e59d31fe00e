import { expect, it } from 'vitest';
import { fullForm } from '../full-form.ts';
import { runThrottled } from './throttled-run.ts';

it('a run that writes faster than a partition of the table takes it waits, as who decides does, and nothing is lost or doubled', async () => {
  const count = fullForm(60, 600);
  // A slow machine would write less than the table takes. So its time passes by what it is asked, and by the waits.
  let asked = 0;
  const tableTime = (refused: number) => (asked += 1) + 200 * refused;
  const seen = await runThrottled({ count, unitsASecond: fullForm(30, 80), tableTime });
  expect(seen).toMatchObject({ stored: count, alerts: count, calls: 1, errors: [] });
  expect(seen.refused).toBeGreaterThan(0);
});
