import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import { runsPerMonth } from '../../../shared/domain/usage/demand.ts';
import { runsHere, type Watch } from '../../../shared/domain/watches/watch.ts';
import { windowRuleOf } from '../../../shared/domain/watches/watch-kinds.ts';
import { unusedServices } from '../../stages/stage-rules.ts';
import type { StageFile } from '../../stages/stage-file.ts';
import { type Bill, billOf } from './bill.ts';
import { monthUsage, type StageShape, type WatchLoad } from './month-usage.ts';
import { type PricedRegion, PRICES, PRICES_OF } from './prices.ts';
import { SHIPPED_STAGE } from './usual-months.ts';

/** New findings of a watch in a day, unless the caller says otherwise. */
export const USUAL_FINDINGS = 20;

/** The expected bill of AWS for a month of a watches file. */
export interface BillEstimate extends Bill {
  currency: 'USD';
  /** The region whose prices are used: that of the stage if its prices are known. */
  region: PricedRegion;
  pricesOf: string;
  /** New findings of a watch in a day. */
  findings: number;
}

/**
 * The bill of an average month in steady state, when as much expires as is stored. SMS, pages and cold starts are left out, and
 * so is what the services upstream cost.
 *
 * @param given.stage the file of the stage; left out, the shipped one.
 */
export function estimateBill(
  { watches, channels, reports = [] }: Desired,
  given: { findings?: number; stage?: StageFile | undefined; now: Instant },
): BillEstimate {
  const { findings = USUAL_FINDINGS, stage, now } = given;
  const region = regionOf(stage);
  const usage = monthUsage({
    watches: watches.filter(runsHere).map((watch) => loadOf(watch, { findings, now })),
    channels: channels.length,
    addresses: channels.length === 0 ? 0 : channels.flatMap(({ email }) => email).length / channels.length,
    reports: reports.reduce((sum, report) => sum + runsPerMonth(report, now), 0),
    stage: stage ? shapeOf(stage) : SHIPPED_STAGE,
  });
  return {
    ...inCents(billOf(usage, PRICES[region])),
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
  const { memory, alarms = 'full', dashboard = true, log_retention_days: logDays } = stage;
  const unused = unusedServices(stage);
  return {
    alarms,
    dashboard,
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
