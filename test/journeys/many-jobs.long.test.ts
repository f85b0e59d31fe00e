import { expect, it } from 'vitest';
import { manyJobs } from './many-jobs.ts';

it('jobs in flight at once over four slots all end, each is sent once, and no fifth slot is taken', async () => {
  const count = 16;
  const { lost, length: _length, ...end } = await manyJobs({ count, slots: 4 });
  expect(end).toEqual({
    ended: { done: count },
    mostExecutions: count,
    mostSlots: 4,
    jobs: count,
    questions: count,
  });
  expect(lost).toBeGreaterThan(0);
});
