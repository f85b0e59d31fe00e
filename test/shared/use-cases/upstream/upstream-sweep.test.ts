import { expect, it } from 'vitest';
import { sumSweep } from '../../../../shared/use-cases/upstream/upstream-sweep.ts';

it('a sweep adds up what its parts quarantined, which the metric of the function counts', () => {
  const [first, second] = [new Error('rank'), new Error('title')];
  const sum = sumSweep([{ quarantined: 2, faults: [first] }, {}, { quarantined: 1, faults: [second] }]);
  expect(sum).toMatchObject({ quarantined: 3, faults: [first, second] });
  expect(sumSweep([])).toMatchObject({ quarantined: 0, faults: [] });
});
