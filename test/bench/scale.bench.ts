import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COUNTED } from '../../infra/cli/cost/counted-parts.ts';
import { CALL_TIME, REQUEST_TIME, UPSTREAM_TIME } from '../../infra/cli/cost/month-usage.ts';
import { compileWatches } from '../../infra/watches-file/compile-watches.ts';
import { canonicalJson } from '../../shared/domain/lib/hash.ts';
import { DAY, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import { type Figure, printFigures } from './report.ts';

// What grows with the number of watches, from the counted requests and the keys of the table: nothing runs here.

/** A file, and so a stage, has at most so many watches. */
const WATCHES_OF_STAGE = 1_000;
const EVERY = 15 * MINUTE;
const FINDINGS_A_DAY = 20;
const STORY = 5;
/** In the busiest minute news comes so many times faster than on average. */
const BURST = 20;
/** Write units that DynamoDB takes in a second on one partition of a table or an index. */
const PARTITION_UNITS = 1_000;
/**
 * Invocations of EventBridge Scheduler in a second, and calls of Lambda at once, that a new account has in a large
 * region.
 */
const SCHEDULER_RATE = 1_000;
const LAMBDA_CALLS = 1_000;

/** Seconds of a run that finds nothing. */
const RUN_SECONDS = (UPSTREAM_TIME + CALL_TIME + COUNTED.quietRun.requests * REQUEST_TIME) / SECOND;

/** For one number of watches that each run every 15 minutes: the load in a second, and on the busiest partition. */
function figuresOf(watches: number): Figure[] {
  const name = (what: string) => `${watches.toLocaleString('en')} watches every 15 minutes: ${what}`;
  const inStage = Math.min(watches, WATCHES_OF_STAGE);
  const runs = watches / (EVERY / SECOND);
  const findings = (watches * FINDINGS_A_DAY) / (DAY / SECOND);
  const writes =
    runs * COUNTED.quietRun.writes + findings * (COUNTED.finding.writes + COUNTED.message.writes / STORY);
  // All alerts of a day have one key in an index. An entry holds all attributes of the alert: about 3 units.
  const alertEntries = ((inStage * FINDINGS_A_DAY) / STORY / (DAY / SECOND)) * BURST * 3;
  return [
    { name: name('stages'), value: Math.ceil(watches / WATCHES_OF_STAGE), unit: 'stages' },
    { name: name('calls upstream'), value: (watches * DAY) / EVERY, unit: 'a day' },
    { name: name('starts by the scheduler'), value: runs, unit: 'a second', aim: SCHEDULER_RATE },
    { name: name('calls upstream at once'), value: runs * RUN_SECONDS, unit: 'on average' },
    {
      name: name('calls upstream at once, all watches in one minute'),
      value: (watches / 60) * RUN_SECONDS,
      unit: 'calls',
      aim: LAMBDA_CALLS,
    },
    { name: name('write units'), value: writes, unit: 'a second' },
    {
      name: name('write units in the busiest minute, alerts of a day, one stage'),
      value: alertEntries,
      unit: 'a second',
      aim: PARTITION_UNITS,
    },
  ];
}

/** The share of windowed calls that watches with the same query and schedule could share, in percent. */
function sharedCalls(file: string): number {
  const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const compiled = compileWatches(text, { file, now: Date.now() });
  if (!compiled.ok) throw new Error(`${file} does not compile.`);
  const calling = compiled.desired.watches.filter(({ kind }) => kind !== 'extraction' && kind !== 'feeds');
  const queries = new Set(calling.map(({ kind, query }) => canonicalJson([kind, query])));
  return ((calling.length - queries.size) / Math.max(1, calling.length)) * 100;
}

printFigures([
  ...[100, 1_000, 10_000].flatMap(figuresOf),
  {
    name: 'calls of watches.yaml that watches with the same query could share',
    value: sharedCalls('watches.yaml'),
    unit: 'percent',
    aim: 20,
  },
]);
