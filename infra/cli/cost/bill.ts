import { type MonthLoad, monthUsage } from './month-usage.ts';
import { FREE, type PricedRegion, type Prices, pricesFor } from './prices.ts';
import type { Usage } from './usage.ts';

/** What AWS bills for one service. */
export interface BillLine {
  service: string;
  /** USD, at the prices of the list. */
  usd: number;
  /** USD after what AWS does not bill to an account, if no other program of it uses that. */
  usdAfterFree: number;
}

export interface Bill {
  lines: BillLine[];
  usd: number;
  usdAfterFree: number;
}

/** The service that bills each kind of unit. */
const SERVICES: Readonly<Record<string, readonly (keyof Prices)[]>> = {
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
export function billOf(usage: Usage, prices: Prices, free: Readonly<Partial<Prices>> = FREE): Bill {
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
  const { prices, free } = pricesFor(region, load.stage.tableClass);
  return billOf(monthUsage(load), prices, free);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
