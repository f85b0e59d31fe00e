import type { StageFile } from '../../stages/stage-file.ts';

// What AWS asks for what the stack uses, in USD, without volume tiers and taxes.
//
// eu-west-1: the price lists of AWS
// (https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/SERVICE/current/eu-west-1) that AWS published from
// 2026-09-11 to 2026-10-02, as quoted in public. us-east-1: the pricing pages of AWS. The prices of the scheduler,
// SQS, SNS, Step Functions and of Lambda on ARM come from the pricing pages too, as known in 2025, and were not read
// again.

/** When the prices were last compared with what AWS publishes. */
export const PRICES_OF = '2026-10-02';

const EVERYWHERE = {
  call: 0.2e-6,
  /** A GB-second of Lambda on ARM. */
  gbSecond: 13.3334e-6,
  queueRequest: 0.4e-6,
  scheduled: 1e-6,
  transition: 25e-6,
  publish: 0.5e-6,
  email: 20e-6,
  /** A GB of logs kept for a month. */
  keptLogGb: 0.03,
  /** A month of each. */
  metric: 0.3,
  alarmMetric: 0.1,
  dashboard: 3,
  secret: 0.4,
  secretRead: 5e-6,
  objectPut: 5e-6,
  objectGb: 0.023,
};

/** The price of one unit of each kind. */
export const PRICES = {
  'eu-west-1': {
    ...EVERYWHERE,
    /** One read request unit and one write request unit of the table, on demand. */
    read: 0.1415e-6,
    write: 0.705e-6,
    /** A GB in the table or its indexes for a month, and a GB that point-in-time recovery covers. */
    tableGb: 0.283,
    recoveryGb: 0.22,
    /** A GB written to logs. */
    logGb: 0.57,
  },
  'us-east-1': {
    ...EVERYWHERE,
    read: 0.125e-6,
    write: 0.625e-6,
    tableGb: 0.25,
    recoveryGb: 0.2,
    logGb: 0.5,
  },
};

/** A kind of unit that AWS bills. */
export type Unit = keyof (typeof PRICES)['eu-west-1'];

export type Prices = Readonly<Record<Unit, number>>;

export type PricedRegion = keyof typeof PRICES;

/** What AWS does not bill to an account each month, for as long as it exists. All programs of the account share it. */
export const FREE: Readonly<Partial<Prices>> = {
  tableGb: 25,
  call: 1e6,
  gbSecond: 400_000,
  queueRequest: 1e6,
  scheduled: 14e6,
  transition: 4_000,
  publish: 1e6,
  email: 1_000,
  logGb: 5,
  metric: 10,
  alarmMetric: 10,
  dashboard: 3,
};

/**
 * What infrequent access takes of the prices of a standard table (DynamoDB pricing and AWS's guide to table classes).
 */
const INFREQUENT = { requests: 1.25, storage: 0.4 };

/** The prices of a region for a class of table, and what is free: only a standard table has free storage. */
export function pricesFor(
  region: PricedRegion,
  tableClass: StageFile['table_class'],
): { prices: Prices; free: Partial<Prices> } {
  const { [region]: prices } = PRICES;
  if (tableClass !== 'infrequent-access') return { prices, free: FREE };
  const { read, write, tableGb } = prices;
  const { requests, storage } = INFREQUENT;
  return {
    prices: { ...prices, read: read * requests, write: write * requests, tableGb: tableGb * storage },
    free: { ...FREE, tableGb: 0 },
  };
}
