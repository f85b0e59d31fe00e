import { expect, it } from 'vitest';
import { fullForm } from '../full-form.ts';
import { runThrottled } from './throttled-run.ts';

it('a run that writes faster than a partition of the table takes it waits, as who decides does, and nothing is lost or doubled', async () => {
  const count = fullForm(60, 600);
  const seen = await runThrottled({ count, unitsASecond: fullForm(30, 80) });
  expect(seen).toMatchObject({ stored: count, alerts: count, calls: 1, errors: [] });
  expect(seen.refused).toBeGreaterThan(0);
});
