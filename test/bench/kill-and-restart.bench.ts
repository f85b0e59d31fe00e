import { killAndRestart } from '../journeys/kill-and-restart.ts';
import { printFigures } from './report.ts';

// The whole process is killed twenty times at random moments of a run of 10,000 findings, and started again each time.

const COUNT = 10_000;
const KILLS = 20;

const aftermath = await killAndRestart({ count: COUNT, kills: KILLS, random: Math.random, longest: 20_000 });
const whole = (name: string, value: number) =>
  ({ name: `killed ${KILLS} times: ${name}`, value, unit: 'findings', aim: COUNT, atLeast: true }) as const;
printFigures([
  whole('stored', aftermath.stored),
  whole('judged to be told', aftermath.told),
  whole('told in an accepted message', aftermath.accepted),
  { name: `killed ${KILLS} times: left pending`, value: aftermath.pending, unit: 'alerts', aim: 0 },
  { name: `killed ${KILLS} times: most repeats of one message`, value: aftermath.mostRepeats, unit: 'times' },
]);
