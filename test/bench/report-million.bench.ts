import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { printFigures, type Figure } from './report.ts';

// A weekly report over a table that holds 1,000,000 findings, each case in a process of its own with the memory that a
// function of 512 MB has. The table is a twin that makes its findings when they are read, in pages of 1 MB as the
// table gives them, and counts reads as the table bills them (half a unit for each 4 KB of a query on an index): a
// million items in the embedded engine would take the better part of an hour to put, and the engine's own time is not
// ours.
//
// `spread`: 1,000,000 findings over 400 days, nothing folded yet: the two weeks are folded and the report is written.
// `week`: 1,000,000 findings in the week itself, folded day by day as the sweep does; then the report is written.

interface Result {
  rollUpSeconds: number;
  reportSeconds: number;
  megabytes: number;
  readsToRollUp: number;
  readsToReport: number;
  articles: number;
  pageKilobytes: number;
}

async function measure(scenario: 'spread' | 'week' | 'small'): Promise<Result> {
  const worker = fork(join(import.meta.dirname, 'report-million.worker.ts'), [scenario], {
    // What Node takes of a function of 512 MB by itself on Lambda.
    execArgv: ['--max-old-space-size=400', '--max-semi-space-size=8'],
  });
  const ended = once(worker, 'exit');
  const [result] = (await Promise.race([
    once(worker, 'message'),
    ended.then(() => Promise.reject(new Error(`The report of ${scenario} died.`))),
  ])) as [Result];
  await ended;
  return result;
}

const spread = await measure('spread');
const small = await measure('small');
const week = await measure('week');
const figures: Figure[] = [
  {
    name: 'report over 1,000,000 in 400 days: time, folding included',
    value: spread.rollUpSeconds + spread.reportSeconds,
    unit: 's',
    aim: 60,
  },
  {
    name: 'report over 1,000,000 in 400 days: memory at its highest',
    value: spread.megabytes,
    unit: 'MB',
    aim: 512,
  },
  {
    name: 'report over 1,000,000 in 400 days: read units',
    value: spread.readsToRollUp + spread.readsToReport,
    unit: 'RRU',
  },
  {
    name: 'the same period in a table of a tenth of the days: read units',
    value: small.readsToRollUp + small.readsToReport,
    unit: 'RRU',
    aim: spread.readsToRollUp + spread.readsToReport,
  },
  { name: 'report on a week of 1,000,000: time from folds', value: week.reportSeconds, unit: 's', aim: 60 },
  { name: 'report on a week of 1,000,000: time to fold a day', value: week.rollUpSeconds / 7, unit: 's' },
  {
    name: 'report on a week of 1,000,000: memory at its highest',
    value: week.megabytes,
    unit: 'MB',
    aim: 512,
  },
  {
    name: 'report on a week of 1,000,000: articles counted',
    value: week.articles,
    unit: 'articles',
    aim: 1_000_000,
    atLeast: true,
  },
  { name: 'report on a week of 1,000,000: page', value: week.pageKilobytes, unit: 'KB', aim: 5_000 },
  { name: 'report on a week of 1,000,000: read units from folds', value: week.readsToReport, unit: 'RRU' },
];
printFigures(figures);
