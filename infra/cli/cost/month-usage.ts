import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/domain/time/instant.ts';
import { MONTH } from '../../../shared/domain/usage/demand.ts';
import { COUNTED, type PartName } from './counted-parts.ts';
import { type Prices, type TableClass, UNITS } from './prices.ts';

/** Watches with the same habits. */
export interface WatchLoad {
  watches: number;
  /** Runs of each watch in a month. */
  runs: number;
  /** New findings of each watch in a day. */
  findings: number;
  /** True: each run is a job of the extraction service. */
  isJob?: boolean;
  /** In milliseconds: what each run reads again, and how long findings are kept. */
  overlap: number;
  retention: number;
}

/** What a stack has to do, and how it is built. */
export interface MonthLoad {
  watches: readonly WatchLoad[];
  channels: number;
  /** E-mail addresses of a channel. */
  addresses: number;
  /** Reports written in a month. */
  reports: number;
  /** Feeds that its poller reads; absent: it has no poller. */
  feeds?: number;
  stage: StageShape;
}

/** What of a stage decides about the bill. */
export interface StageShape {
  alarms: 'full' | 'lean';
  dashboard: boolean;
  tableClass: TableClass;
  /** How many services the stage uses, of three, and whether extraction is one of them. */
  services: number;
  usesExtraction: boolean;
  logDays: number;
  memory: Memory;
}

// The assumptions about a month, each in a line.

/** Outlets that print one story. Each story is one alert and one message. */
const FINDINGS_PER_STORY = 5;
/**
 * Lambda polls each queue with so many connections, and each asks again after so long (Lambda Developer Guide, SQS).
 */
const POLLERS = 5;
const POLL_TIME = 20 * SECOND;
/** CloudWatch bills kept logs by their compressed size: this share of what was written (CloudWatch pricing). */
const KEPT_SHARE = 0.15;
/** A function that works often reads a secret again after this long. */
const SECRET_TIME = 5 * MINUTE;
/** Metrics of our own that each hour writes, and those that only hours with findings write. AWS bills by the hour. */
const STEADY_METRICS = 3;
const METRICS_OF_FINDINGS = 4;
/** Metrics that the alarms read, by `alarms` of the stage, and how many fewer where a service is not used. */
export const ALARM_METRICS = { full: 64, lean: 9, ofQueue: 2, ofExtraction: 14 };

/** How often something happens in a month that happens once in each `span`. */
const perMonth = (span: number) => MONTH / span;

/**
 * The units of a month in steady state, when as much expires as is stored: counted operations, each so many times,
 * and what is billed whether anything happens or not. Cold starts, further pages, recounts, HTML pages and SMS are
 * left out.
 */
export function monthUsage(load: MonthLoad): Usage {
  const { watches, stage } = load;
  const each = operations(stage.memory);
  const terms = [...watches.flatMap(termsOfWatches), ...termsOfSweeps(load)];
  const work = sumUsages(terms.map(([name, count]) => [count, each[name]]));
  const emails = sum(terms.map(([name, count]) => (name === 'message' ? count * load.addresses : 0)));
  const perHour = sum(watches.map(({ watches: count, findings }) => (count * findings) / 24));
  const rest = usageOf({
    email: emails,
    ...storedBy(load),
    metric: STEADY_METRICS + METRICS_OF_FINDINGS * (1 - Math.exp(-perHour)),
    keptLogGb: work.logGb * KEPT_SHARE * ((stage.logDays * DAY) / MONTH),
  });
  return sumUsages([work, rest, fixedUsage(stage)].map((usage) => [1, usage]));
}

type Term = readonly [Operation, number];

function termsOfWatches(load: WatchLoad): Term[] {
  const runs = load.watches * load.runs;
  const findings = findingsOf(load);
  const busy = runs === 0 ? 0 : runs * (1 - Math.exp(-findings / runs));
  const news: Term[] = [
    ['busyRun', busy],
    ['finding', findings],
    ['message', findings / FINDINGS_PER_STORY],
    ['rolledUpFinding', findings],
  ];
  if (load.isJob) return [['job', runs], ...news];
  return [['quietRun', runs], ['known', (findings * load.overlap * load.runs) / MONTH], ...news];
}

/** New findings in a month. */
function findingsOf({ watches, findings }: WatchLoad): number {
  return watches * findings * perMonth(DAY);
}

/** The counted rounds of the poller are those of so many feeds; others cost in proportion. */
const FEEDS_COUNTED = 300;

/** The poller and the deliverer work each minute, `reconcile` each 5 minutes, `write-report` each hour. */
function termsOfSweeps({ watches, channels, reports, feeds = 0 }: MonthLoad): Term[] {
  const [minutes, fives] = [perMonth(MINUTE), perMonth(5 * MINUTE)];
  return [
    ['idleDelivery', minutes],
    ['servedChannel', minutes * channels],
    ['sweep', fives],
    ['sweptWatch', fives * sum(watches.map(({ watches: count }) => count))],
    ['hourly', perMonth(HOUR)],
    ['report', reports],
    ['feedRound', (minutes * feeds) / FEEDS_COUNTED],
  ];
}

/** What lies in the table and the bucket once the first findings expire. */
function storedBy({ watches, reports }: MonthLoad): Partial<Usage> {
  const kept = watches.flatMap((load) =>
    termsOfWatches(load).map(([name, count]) => ({ name, count: count * (load.retention / MONTH) })),
  );
  const bytes = (key: 'bytes' | 'indexBytes') =>
    sum(kept.map(({ name, count }) => (isPart(name) ? COUNTED[name][key] * count : 0)));
  const months = Math.max(0, ...watches.map(({ retention }) => retention)) / MONTH;
  return {
    tableGb: (bytes('bytes') + bytes('indexBytes')) / GB,
    recoveryGb: bytes('bytes') / GB,
    objectGb: (reports * months * REPORT_BYTES) / GB,
  };
}

function isPart(name: Operation): name is PartName {
  return name in COUNTED;
}

/** What is billed whether anything happens or not. */
function fixedUsage({ alarms, dashboard, services, usesExtraction }: StageShape): Usage {
  // One for the runs of each service, for webhook payloads, for decisions, and for the lanes of other transports.
  const queues = services + (usesExtraction ? 1 : 0) + 2;
  const { full, lean, ofQueue, ofExtraction } = ALARM_METRICS;
  const unused = (3 - services) * ofQueue + (usesExtraction ? 0 : ofExtraction);
  return usageOf({
    queueRequest: queues * POLLERS * perMonth(POLL_TIME),
    alarmMetric: alarms === 'lean' ? lean : full - unused,
    dashboard: dashboard ? 1 : 0,
    // The keys of the services, and the key of links.
    secret: services + 1,
    secretRead: (services + 1) * perMonth(SECRET_TIME),
  });
}

/** The sum of numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** MB of `run-watch`, `decide-findings`, `deliver-alerts`, `reconcile` and the steps of a job. */
interface Memory {
  run: number;
  decide: number;
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
/**
 * Calls of functions in a job, and transitions of each: task, choice, wait, choice. The local service works as long
 * as that.
 */
const STEPS_OF_JOB = 20;
const TRANSITIONS_OF_STEP = 4;
/** Objects of a report: page, text and facts. Their bytes together. */
const OBJECTS_OF_REPORT = 3;
const REPORT_BYTES = 500_000;
const GB = 1024 ** 3;

type Operation = PartName | 'hourly';

/**
 * What each operation uses. Sums of them are whole runs: a run with news is `quietRun`, `busyRun` and its findings,
 * stored and decided.
 */
export function operations(memory: Memory): Readonly<Record<Operation, Usage>> {
  const { run, decide, deliver, reconcile, step } = memory;
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
    // The call that decides what one run has found, and the message that orders it.
    busyRun: usageOf({
      ...called('busyRun', { memory: decide }),
      queueRequest: REQUESTS_OF_MESSAGE,
    }),
    finding: usageOf(called('finding', { memory: run, calls: 0 })),
    // Most are sent at the end of the call that decides.
    message: usageOf({ ...called('message', { memory: decide, calls: 0, wait: PUBLISH_TIME }), publish: 1 }),
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

/** How many units of each kind something uses. */
export type Usage = Record<keyof Prices, number>;

/** A usage of these units, and of no others. */
export function usageOf(units: Partial<Usage>): Usage {
  return fromUnits((unit) => units[unit] ?? 0);
}

/** The sum of usages, each so many times. */
export function sumUsages(terms: readonly (readonly [count: number, usage: Usage])[]): Usage {
  return fromUnits((unit) => terms.reduce((sum, [count, usage]) => sum + count * usage[unit], 0));
}

function fromUnits(amountOf: (unit: keyof Prices) => number): Usage {
  const usage = { ...UNITS };
  for (const unit of unitsOf(usage)) usage[unit] = amountOf(unit);
  return usage;
}

function unitsOf(usage: Usage): (keyof Prices)[] {
  return Object.keys(usage).filter((unit): unit is keyof Prices => unit in UNITS);
}
