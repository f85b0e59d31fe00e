import { SECOND } from '../../../shared/domain/time/instant.ts';
import { COUNTED, type PartName } from './counted-parts.ts';
import { type Usage, usageOf } from './usage.ts';

/** MB of `run-watch`, `deliver-alerts`, `reconcile` and the steps of a job. */
export interface Memory {
  run: number;
  deliver: number;
  reconcile: number;
  step: number;
}

// The assumptions about single operations, each in a line. What they ask of the table is counted, not assumed.

/** Milliseconds that an upstream service takes to answer. */
export const UPSTREAM_TIME = 300;
/** Milliseconds of a call beside its requests, and of each request to the table. */
export const CALL_TIME = 15;
export const REQUEST_TIME = 4;
/** Milliseconds that SNS takes to accept a message. */
const PUBLISH_TIME = 50;
/** SQS bills the send, the receive and the delete of a message. */
const REQUESTS_OF_MESSAGE = 3;
/** Bytes of a call in its log: two lines of the platform (600), one of our code (700), and its metrics (300). */
const LOG_OF_CALL = 1_600;
/** Calls of functions in a job, and transitions of each: task, choice, wait, choice. The local service works as long as that. */
const STEPS_OF_JOB = 20;
const TRANSITIONS_OF_STEP = 4;
/** Objects of a report: page, text and facts. Their bytes together. */
const OBJECTS_OF_REPORT = 3;
export const REPORT_BYTES = 500_000;
export const GB = 1024 ** 3;

export type Operation = PartName | 'hourly';

/** What each operation uses. Sums of them are whole runs: a run with news is `quietRun`, `busyRun` and its findings. */
export function operations(memory: Memory): Readonly<Record<Operation, Usage>> {
  const { run, deliver, reconcile, step } = memory;
  const called = (name: PartName, given: { memory: number; calls?: number; wait?: number }) => {
    const { calls = 1, wait = 0 } = given;
    const { reads, writes, requests } = COUNTED[name];
    const time = calls * CALL_TIME + wait + requests * REQUEST_TIME;
    return {
      read: reads,
      write: writes,
      call: calls,
      gbSecond: (time / SECOND) * (given.memory / 1024),
      logGb: (calls * LOG_OF_CALL) / GB,
    };
  };
  const started = { scheduled: 1, queueRequest: REQUESTS_OF_MESSAGE };
  const job = called('job', { memory: step, calls: STEPS_OF_JOB, wait: STEPS_OF_JOB * UPSTREAM_TIME });
  return {
    quietRun: usageOf({ ...called('quietRun', { memory: run, wait: UPSTREAM_TIME }), ...started }),
    known: usageOf(called('known', { memory: run, calls: 0 })),
    busyRun: usageOf(called('busyRun', { memory: run, calls: 0 })),
    finding: usageOf(called('finding', { memory: run, calls: 0 })),
    message: usageOf({ ...called('message', { memory: run, calls: 0, wait: PUBLISH_TIME }), publish: 1 }),
    idleDelivery: usageOf({ ...called('idleDelivery', { memory: deliver }), scheduled: 1 }),
    servedChannel: usageOf(called('servedChannel', { memory: deliver, calls: 0 })),
    sweep: usageOf({ ...called('sweep', { memory: reconcile }), scheduled: 1 }),
    sweptWatch: usageOf(called('sweptWatch', { memory: reconcile, calls: 0 })),
    // The hourly call of `write-report`, which mostly has nothing to do.
    hourly: usageOf({ ...called('idleDelivery', { memory: reconcile }), scheduled: 1 }),
    rolledUpFinding: usageOf(called('rolledUpFinding', { memory: reconcile, calls: 0 })),
    report: usageOf({
      ...called('report', { memory: reconcile, wait: UPSTREAM_TIME }),
      scheduled: 1,
      publish: 1,
      objectPut: OBJECTS_OF_REPORT,
    }),
    // The feeds of a round are asked side by side.
    feedRound: usageOf({ ...called('feedRound', { memory: run, wait: UPSTREAM_TIME }), scheduled: 1 }),
    // The run that orders it, then its steps.
    job: usageOf({ ...job, ...started, transition: STEPS_OF_JOB * TRANSITIONS_OF_STEP }),
  };
}
