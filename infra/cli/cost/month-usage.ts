import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/domain/time/instant.ts';
import { MONTH } from '../../../shared/domain/usage/demand.ts';
import { COUNTED, type PartName } from './counted-parts.ts';
import { GB, type Memory, type Operation, operations, REPORT_BYTES } from './operations.ts';
import type { TableClass } from './prices.ts';
import { sumUsages, type Usage, usageOf } from './usage.ts';

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
export const FINDINGS_PER_STORY = 5;
/** Lambda polls each queue with so many connections, and each asks again after so long (Lambda Developer Guide, SQS). */
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
export const ALARM_METRICS = { full: 60, lean: 9, ofQueue: 2, ofExtraction: 14 };

/** How often something happens in a month that happens once in each `span`. */
const perMonth = (span: number) => MONTH / span;

/**
 * The units of a month in steady state, when as much expires as is stored: counted operations, each so many times, and what is
 * billed whether anything happens or not. Cold starts, further pages, recounts, HTML pages and SMS are left out.
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
  // One for the runs of each service, one for webhook payloads, and one for the lanes of other transports.
  const queues = services + (usesExtraction ? 1 : 0) + 1;
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
