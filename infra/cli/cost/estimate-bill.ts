import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import { runsPerMonth } from '../../../shared/domain/usage/demand.ts';
import { runsHere, type Watch } from '../../../shared/domain/watches/watch.ts';
import { windowRuleOf } from '../../../shared/domain/watches/watch-kinds.ts';
import { unusedServices } from '../../stages/stage-rules.ts';
import type { StageFile } from '../../stages/stage-file.ts';
import { type Bill, monthBill } from './bill.ts';
import type { MonthLoad, StageShape, WatchLoad } from './month-usage.ts';
import { type PricedRegion, PRICES_OF } from './prices.ts';
import { SHIPPED_STAGE } from './usual-months.ts';

/** New findings of a watch in a day, unless the caller says otherwise. */
export const USUAL_FINDINGS = 20;

/** Settings of a stage that can make the bill smaller, and what they change. */
const SETTINGS: readonly { setting: string; change: Partial<StageShape> }[] = [
  { setting: 'alarms: lean', change: { alarms: 'lean' } },
  { setting: 'table_class: infrequent-access', change: { tableClass: 'infrequent-access' } },
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
  /** Settings of the stage that would make the bill notably smaller, and by how much. */
  savings: { setting: string; usdAfterFree: number }[];
}

/**
 * The bill of an average month in steady state, when as much expires as is stored. SMS, pages and cold starts are left out, and
 * so is what the services upstream cost.
 *
 * @param given.stage the file of the stage; left out, the shipped one.
 */
export function estimateBill(
  { watches, channels, feeds = [], reports = [] }: Desired,
  given: { findings?: number; stage?: StageFile | undefined; now: Instant },
): BillEstimate {
  const { findings = USUAL_FINDINGS, stage, now } = given;
  const region = regionOf(stage);
  const load: MonthLoad = {
    watches: watches.filter(runsHere).map((watch) => loadOf(watch, { findings, now })),
    channels: channels.length,
    addresses: channels.length === 0 ? 0 : channels.flatMap(({ email }) => email).length / channels.length,
    reports: reports.reduce((sum, report) => sum + runsPerMonth(report, now), 0),
    feeds: new Set(feeds.flatMap(({ urls }) => urls)).size,
    stage: stage ? shapeOf(stage) : SHIPPED_STAGE,
  };
  const bill = monthBill(load, region);
  const savings = SETTINGS.map(({ setting, change }) => {
    const other = monthBill({ ...load, stage: { ...load.stage, ...change } }, region);
    return { setting, usdAfterFree: toCents(bill.usdAfterFree - other.usdAfterFree) };
  }).filter(({ usdAfterFree }) => usdAfterFree >= WORTH_SAYING);
  return {
    ...inCents(bill),
    savings,
    currency: 'USD',
    region,
    pricesOf: PRICES_OF,
    findings,
  };
}

/** Each sum to the nearest cent: the rest would pretend to be exact. */
function inCents({ lines, ...sums }: Bill): Bill {
  const rounded = <T extends { usd: number; usdAfterFree: number }>(given: T): T => ({
    ...given,
    usd: toCents(given.usd),
    usdAfterFree: toCents(given.usdAfterFree),
  });
  return { ...rounded(sums), lines: lines.map(rounded) };
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

function regionOf(stage: StageFile | undefined): PricedRegion {
  return stage?.region === 'us-east-1' ? 'us-east-1' : 'eu-west-1';
}

function shapeOf(stage: StageFile): StageShape {
  const {
    memory,
    alarms = 'full',
    dashboard = true,
    table_class: tableClass = 'standard',
    log_retention_days: logDays,
  } = stage;
  const unused = unusedServices(stage);
  return {
    alarms,
    dashboard,
    tableClass,
    logDays,
    services: 3 - unused.length,
    usesExtraction: !unused.includes('extraction'),
    memory: {
      run: memory['run-watch'],
      deliver: memory['deliver-alerts'],
      reconcile: memory['reconcile'],
      step: memory['poll-extraction'],
    },
  };
}
