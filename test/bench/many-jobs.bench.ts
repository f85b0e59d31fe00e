import { manyJobs } from '../journeys/many-jobs.ts';
import { printFigures } from './report.ts';

// Two hundred jobs at once over four slots of the plan, on the engines of one machine. Waits are skipped.

const COUNT = 200;
const SLOTS = 4;

const begun = performance.now();
const { ended, mostExecutions, mostSlots, jobs, questions, lost, length } = await manyJobs({
  count: COUNT,
  slots: SLOTS,
});
const name = (what: string) => `${COUNT} jobs over ${SLOTS} slots: ${what}`;
printFigures([
  { name: name('ended well'), value: ended['done'] ?? 0, unit: 'jobs', aim: COUNT, atLeast: true },
  { name: name('in flight at once'), value: mostExecutions, unit: 'jobs', aim: COUNT, atLeast: true },
  { name: name('slots taken at once'), value: mostSlots, unit: 'slots', aim: SLOTS },
  { name: name('sent more than once'), value: jobs - questions, unit: 'jobs', aim: 0 },
  { name: name('answers to a submit that were lost'), value: lost, unit: 'answers' },
  { name: name('until the last one ended'), value: length / 3_600_000, unit: 'hours of the service' },
  { name: name('the same, waits skipped'), value: (performance.now() - begun) / 1_000, unit: 's' },
]);
