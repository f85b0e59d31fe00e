import { typedKeys } from '../../../shared/domain/lib/fields.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/domain/time/instant.ts';
import { MONTH } from '../../../shared/domain/usage/demand.ts';
import { type StageFile, unusedServices } from '../../stages/stage-file.ts';
import { COUNTED, type CountedPart, type PartName } from './counted-parts.ts';
import { PRICES, type Unit } from './prices.ts';

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
  /** Whether some watch reads the archive of the world's news. */
  world?: boolean;
  stage: BilledStage;
}

/** What of a stage decides about the bill. */
export type BilledStage = Pick<
  StageFile,
  'alarms' | 'dashboard' | 'table_class' | 'services' | 'log_retention_days'
> & { memory: Pick<StageFile['memory'], BilledFunction> };

/** Those of `reconcile` and the hourly `write-report` are alike, and so are those of the steps of a job. */
type BilledFunction =
  | 'run-watch'
  | 'decide-findings'
  | 'deliver-alerts'
  | 'reconcile'
  | 'poll-extraction'
  | 'poll-world';

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
  const terms = [...watches.flatMap(termsOfWatches), ...termsOfSweeps(load)];
  const work = sumUsages(terms.map(([name, count]) => [count, usageOf(name, stage.memory)]));
  const emails = sum(terms.map(([name, count]) => (name === 'message' ? count * load.addresses : 0)));
  const perHour = sum(watches.map(({ watches: count, findings }) => (count * findings) / 24));
  const rest = {
    email: emails,
    ...storedBy(load),
    metric: STEADY_METRICS + METRICS_OF_FINDINGS * (1 - Math.exp(-perHour)),
    keptLogGb: work.logGb * KEPT_SHARE * ((stage.log_retention_days * DAY) / MONTH),
  };
  return sumUsages([work, rest, fixedUsage(load)].map((usage) => [1, usage]));
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
function termsOfSweeps({ watches, channels, reports, feeds = 0, world }: MonthLoad): Term[] {
  const [minutes, fives] = [perMonth(MINUTE), perMonth(5 * MINUTE)];
  return [
    ['idleDelivery', minutes],
    ['servedChannel', minutes * channels],
    ['sweep', fives],
    ['sweptWatch', fives * sum(watches.map(({ watches: count }) => count))],
    ['hourly', perMonth(HOUR)],
    ['report', reports],
    ['feedRound', (minutes * feeds) / FEEDS_COUNTED],
    ['worldRound', world ? perMonth(15 * MINUTE) : 0],
  ];
}

/** What lies in the table and the bucket once the first findings expire. */
function storedBy({ watches, reports }: MonthLoad): Partial<Usage> {
  const kept = watches.flatMap((load) =>
    termsOfWatches(load).map(([name, count]) => ({ name, count: count * (load.retention / MONTH) })),
  );
  const bytes = (key: 'bytes' | 'indexBytes') => sum(kept.map(({ name, count }) => PARTS[name][key] * count));
  const months = Math.max(0, ...watches.map(({ retention }) => retention)) / MONTH;
  return {
    tableGb: (bytes('bytes') + bytes('indexBytes')) / GB,
    recoveryGb: bytes('bytes') / GB,
    objectGb: (reports * months * REPORT_BYTES) / GB,
  };
}

/** What is billed whether anything happens or not. */
function fixedUsage({ stage, world }: MonthLoad): Partial<Usage> {
  const { alarms, dashboard = true } = stage;
  const unused = unusedServices(stage);
  const services = 3 - unused.length;
  const usesExtraction = !unused.includes('extraction');
  // One for the runs of each service, for webhook payloads, for decisions, and for the lanes of other transports.
  const queues = services + (usesExtraction ? 1 : 0) + (world ? 1 : 0) + 2;
  const { full, lean, ofQueue, ofExtraction } = ALARM_METRICS;
  const spared = unused.length * ofQueue + (usesExtraction ? 0 : ofExtraction);
  return {
    queueRequest: queues * POLLERS * perMonth(POLL_TIME),
    alarmMetric: alarms === 'lean' ? lean : full - spared,
    dashboard: dashboard ? 1 : 0,
    // The keys of the services, and the key of links.
    secret: services + 1,
    secretRead: (services + 1) * perMonth(SECRET_TIME),
  };
}

/** The sum of numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

// The assumptions about single operations, each in a line. What they ask of the table is counted, not assumed.

/** Milliseconds that an upstream service takes to answer. */
export const UPSTREAM_TIME = 300;
/** Milliseconds that the two files of a quarter of an hour take, at the processor share of 1,024 MB. */
const ARCHIVE_TIME = 4_000;
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

type Operation = PartName | 'hourly' | 'worldRound';

/** How a counted part is done. */
interface Doing {
  /** The function that does it. */
  by: BilledFunction;
  /** Calls of it. Default one. */
  calls?: number;
  /** Milliseconds that it waits for others. */
  wait?: number;
  /** What it uses besides. */
  and?: Partial<Usage>;
}

const scheduled = 1;
/** An order that passes a queue. */
const ordered = { queueRequest: REQUESTS_OF_MESSAGE };

/**
 * How each operation is done. Sums of them are whole runs: a run with news is `quietRun`, `busyRun` and its findings,
 * stored and decided.
 */
const DOING: Readonly<Record<Operation, Doing>> = {
  quietRun: { by: 'run-watch', wait: UPSTREAM_TIME, and: { scheduled, ...ordered } },
  known: { by: 'run-watch', calls: 0 },
  // The call that decides what one run has found, and the message that orders it.
  busyRun: { by: 'decide-findings', and: ordered },
  finding: { by: 'run-watch', calls: 0 },
  // Most are sent at the end of the call that decides.
  message: { by: 'decide-findings', calls: 0, wait: PUBLISH_TIME, and: { publish: 1 } },
  idleDelivery: { by: 'deliver-alerts', and: { scheduled } },
  servedChannel: { by: 'deliver-alerts', calls: 0 },
  sweep: { by: 'reconcile', and: { scheduled } },
  sweptWatch: { by: 'reconcile', calls: 0 },
  // The hourly call of `write-report`, which mostly has nothing to do.
  hourly: { by: 'reconcile', and: { scheduled } },
  rolledUpFinding: { by: 'reconcile', calls: 0 },
  report: {
    by: 'reconcile',
    wait: UPSTREAM_TIME,
    and: { scheduled, publish: 1, objectPut: OBJECTS_OF_REPORT },
  },
  // The feeds of a round are asked side by side.
  feedRound: { by: 'run-watch', wait: UPSTREAM_TIME, and: { scheduled } },
  // Two files of about 1,000 rows are fetched side by side, unpacked and searched.
  worldRound: { by: 'poll-world', wait: ARCHIVE_TIME, and: { scheduled } },
  // The run that orders it, then its steps.
  job: {
    by: 'poll-extraction',
    calls: STEPS_OF_JOB,
    wait: STEPS_OF_JOB * UPSTREAM_TIME,
    and: { scheduled, ...ordered, transition: STEPS_OF_JOB * TRANSITIONS_OF_STEP },
  },
};

/**
 * The hourly call mostly finds nothing, as an idle delivery. A round of the archive takes its lease, its state and what it
 * found, as a round of the poller with 300 feeds.
 */
const PARTS: Readonly<Record<Operation, CountedPart>> = {
  ...COUNTED,
  hourly: COUNTED.idleDelivery,
  worldRound: COUNTED.feedRound,
};

/** What an operation uses: what it was counted to ask of the table, and how it is done. */
export function usageOf(name: Operation, memory: BilledStage['memory']): Partial<Usage> {
  const { reads, writes, requests } = PARTS[name];
  const { by, calls = 1, wait = 0, and } = DOING[name];
  const time = calls * CALL_TIME + wait + requests * REQUEST_TIME;
  return {
    read: reads,
    write: writes,
    call: calls,
    gbSecond: (time / SECOND) * (memory[by] / 1024),
    logGb: (calls * LOG_OF_CALL) / GB,
    ...and,
  };
}

/** How many units of each kind something uses. */
export type Usage = Record<Unit, number>;

/** The sum of usages, each so many times. */
export function sumUsages(terms: readonly (readonly [count: number, usage: Partial<Usage>])[]): Usage {
  const usage: Usage = { ...PRICES['eu-west-1'] };
  for (const unit of typedKeys(usage))
    usage[unit] = sum(terms.map(([count, { [unit]: units = 0 }]) => count * units));
  return usage;
}
