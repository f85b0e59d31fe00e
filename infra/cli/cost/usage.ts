import { type Prices, UNITS } from './prices.ts';

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
