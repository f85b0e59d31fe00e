import { runThrottled } from '../flows/throttled-run.ts';
import { printFigures } from './report.ts';
import { COUNT } from './ten-thousand-articles.ts';

// A run of 10,000 new findings over a table of which each partition takes 1,000 write units a second, as on AWS.

const run = await runThrottled({ count: COUNT, unitsASecond: 1_000 });
const name = (what: string) => `10,000 findings at 1,000 units a second: ${what}`;
printFigures([
  { name: name('stored'), value: run.stored, unit: 'findings', aim: COUNT, atLeast: true },
  { name: name('alerts'), value: run.alerts, unit: 'alerts', aim: COUNT, atLeast: true },
  { name: name('time'), value: run.seconds, unit: 's', aim: 300 },
  { name: name('calls of the function'), value: run.calls, unit: 'calls' },
  { name: name('calls that failed'), value: run.errors.length, unit: 'calls', aim: 0 },
  { name: name('refused writes'), value: run.refused, unit: 'writes' },
  {
    name: name('units of the busiest partition for a finding'),
    value: run.busiest.units / COUNT,
    unit: 'units',
    aim: 4,
  },
]);
process.exit();
