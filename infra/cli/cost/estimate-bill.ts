import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import { runsPerMonth } from '../../../shared/domain/usage/demand.ts';
import { runsHere, type Watch, windowRuleOf } from '../../../shared/domain/watches/watch.ts';
import type { StageFile } from '../../stages/stage-file.ts';
import { printNumber, printTable } from '../print-values.ts';
import { paint } from '../terminal.ts';
import {
  type MonthLoad,
  monthUsage,
  type BilledStage,
  type Usage,
  type WatchLoad,
  sum,
} from './month-usage.ts';
import { FREE, type PricedRegion, type Prices, PRICES_OF, pricesFor, type Unit } from './prices.ts';

/** New findings of a watch in a day, unless the caller says otherwise. */
export const USUAL_FINDINGS = 20;

/** The shipped stages: full alarms, a dashboard, all three services. */
export const SHIPPED_STAGE: BilledStage = {
  log_retention_days: 90,
  memory: {
    'run-watch': 512,
    'decide-findings': 512,
    'deliver-alerts': 256,
    reconcile: 512,
    'poll-extraction': 256,
    'poll-world': 1024,
  },
};

/** Settings of a stage that can make the bill smaller, and what they change. */
const SETTINGS: readonly { setting: string; change: Partial<BilledStage> }[] = [
  { setting: 'alarms: lean', change: { alarms: 'lean' } },
  { setting: 'table_class: infrequent-access', change: { table_class: 'infrequent-access' } },
];
/** In USD a month. */
const WORTH_SAYING = 1;

/** The expected bill of AWS for a month of a watches file. */
export interface BillEstimate extends Bill {
  currency: 'USD';
  /** The region whose prices are used: that of the stage if its prices are known. */
  region: PricedRegion;
  pricesOf: string;
  /** New findings of a watch in a day. */
  findings: number;
  /** What the contracts with the services cost, by the file. */
  services: number | null;
  /** Settings of the stage that would make the bill notably smaller, and by how much. */
  savings: { setting: string; usdAfterFree: number }[];
}

/**
 * The bill of an average month in steady state, when as much expires as is stored. SMS, pages and cold starts are
 * left out, and so is what the services upstream cost.
 *
 * @param given.stage the file of the stage; left out, the shipped one.
 */
export function estimateBill(
  { watches, channels, feeds = [], reports = [] }: Desired,
  given: {
    findings?: number;
    stage?: StageFile | undefined;
    services?: number | undefined;
    now: Instant;
  },
): BillEstimate {
  const { findings = USUAL_FINDINGS, stage, services = null, now } = given;
  const region = stage?.region === 'us-east-1' ? 'us-east-1' : 'eu-west-1';
  const load: MonthLoad = {
    watches: watches.filter(runsHere).map((watch) => loadOf(watch, { findings, now })),
    channels: channels.length,
    addresses: channels.length === 0 ? 0 : channels.flatMap(({ email }) => email).length / channels.length,
    reports: sum(reports.map((report) => runsPerMonth(report, now))),
    feeds: new Set(feeds.flatMap(({ urls }) => urls)).size,
    world: watches.some((watch) => watch.kind === 'world' && runsHere(watch)),
    stage: stage ?? SHIPPED_STAGE,
  };
  const bill = monthBill(load, region);
  const savings = SETTINGS.map(({ setting, change }) => {
    const other = monthBill({ ...load, stage: { ...load.stage, ...change } }, region);
    return { setting, usdAfterFree: toCents(bill.usdAfterFree - other.usdAfterFree) };
  }).filter(({ usdAfterFree }) => usdAfterFree >= WORTH_SAYING);
  return {
    ...inCents(bill),
    lines: bill.lines.map(inCents),
    services,
    savings,
    currency: 'USD',
    region,
    pricesOf: PRICES_OF,
    findings,
  };
}

/** Each sum to the nearest cent: the rest would pretend to be exact. */
function inCents<T extends Price>(sums: T): T {
  return { ...sums, usd: toCents(sums.usd), usdAfterFree: toCents(sums.usdAfterFree) };
}

function toCents(usd: number): number {
  return Math.round(usd * 100) / 100;
}

function loadOf(watch: Watch, { findings, now }: { findings: number; now: Instant }): WatchLoad {
  const { kind, overlap, retention } = watch;
  return {
    watches: 1,
    runs: runsPerMonth(watch, now),
    findings: windowRuleOf(kind)?.holds === 'counts' ? 0 : findings,
    isJob: kind === 'extraction',
    overlap,
    retention,
  };
}

/** In USD. */
interface Price {
  /** At the prices of the list. */
  usd: number;
  /** After what AWS does not bill to an account, if no other program of it uses that. */
  usdAfterFree: number;
}

/** What AWS bills, by service. */
interface Bill extends Price {
  lines: ({ service: string } & Price)[];
}

/** The service that bills each kind of unit. */
const SERVICES: Readonly<Record<string, readonly Unit[]>> = {
  'DynamoDB, requests': ['read', 'write'],
  'DynamoDB, storage': ['tableGb'],
  'DynamoDB, recovery': ['recoveryGb'],
  Lambda: ['call', 'gbSecond'],
  SQS: ['queueRequest'],
  Scheduler: ['scheduled'],
  'Step Functions': ['transition'],
  SNS: ['publish', 'email'],
  'CloudWatch, alarms': ['alarmMetric'],
  'CloudWatch, metrics': ['metric', 'dashboard'],
  'CloudWatch, logs': ['logGb', 'keptLogGb'],
  'Secrets Manager': ['secret', 'secretRead'],
  S3: ['objectPut', 'objectGb'],
};

/** What this usage costs, by service. `free` is what AWS does not bill to an account. */
export function billOf(usage: Usage, prices: Prices, free: Partial<Prices> = FREE): Bill {
  const lines = Object.entries(SERVICES).map(([service, kinds]) => ({
    service,
    usd: sum(kinds.map((kind) => usage[kind] * prices[kind])),
    usdAfterFree: sum(kinds.map((kind) => Math.max(0, usage[kind] - (free[kind] ?? 0)) * prices[kind])),
  }));
  return {
    lines,
    usd: sum(lines.map(({ usd }) => usd)),
    usdAfterFree: sum(lines.map(({ usdAfterFree }) => usdAfterFree)),
  };
}

/** What a month of a stack costs in a region, by service. */
export function monthBill(load: MonthLoad, region: PricedRegion): Bill {
  const { prices, free } = pricesFor(region, load.stage.table_class);
  return billOf(monthUsage(load), prices, free);
}

/** The expected bill by service, as text. Services below a cent are left out. */
export function printBill({
  lines,
  usd,
  usdAfterFree,
  region,
  pricesOf,
  findings,
  services,
  savings,
}: BillEstimate): string {
  const shown = lines.filter(({ usd: price }) => price >= 0.005).toSorted((a, b) => b.usd - a.usd);
  const rows = [...shown, { service: 'total', usd, usdAfterFree }].map((line) => {
    return [line.service, inUsd(line.usd), inUsd(line.usdAfterFree)];
  });
  const others =
    services === null
      ? 'SMS and the services upstream are not counted: plan.usd_per_month of the file says what the services cost.'
      : `With ${inUsd(services)} for the services upstream it is ${inUsd(usd + services)}. SMS are not counted.`;
  return `${paint('heading', 'AWS bill per month in USD, about')}
${printTable([['', 'list', 'after free'], ...rows], '  ')}  With ${printNumber(findings)} new findings a day for each watch (--findings N), stored for their whole retention; ${region}, prices of ${pricesOf}.
  "after free" leaves out what AWS does not bill to an account each month. ${others}
${savings.map(({ setting, usdAfterFree: less }) => `  With ${setting} in the file of the stage it is about ${inUsd(less)} less (docs/stages.md).\n`).join('')}
`;
}

/** `12.30` */
export function inUsd(usd: number): string {
  return usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
