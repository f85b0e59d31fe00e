import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOf, monthBill } from '../../../infra/cli/cost/estimate-bill.ts';
import { USUAL_MONTHS } from './usual-months.ts';
import { costTable, usualOperations, withCostTable } from './cost-table.ts';
import { COUNTED } from '../../../infra/cli/cost/counted-parts.ts';
import { PRICES } from '../../../infra/cli/cost/prices.ts';
import { printFigures } from '../report.ts';

// Prints what the kept counts cost, with the aims. With `--write` it also puts the tables into docs/performance.md.

/** Write units of a new finding with its share of a story and of an alert. */
const UNITS_AIM = 4;
/** In USD: a million quiet runs at the prices of the list, and the months, in the order of `USUAL_MONTHS`. */
const QUIET_AIM = 6;
const MONTH_AIMS = [8, 8, undefined, undefined, 20, 114, 114];

if (process.argv.includes('--write')) {
  const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'performance.md');
  writeFileSync(page, withCostTable(readFileSync(page, 'utf8')));
}
process.stderr.write(`\n${costTable()}\n`);
const usdOf = (usage: Parameters<typeof billOf>[0]) => billOf(usage, PRICES['eu-west-1']).usd;
printFigures([
  { name: 'write units of a finding', value: COUNTED.finding.writes, unit: 'units', aim: UNITS_AIM },
  { name: 'write units of a message', value: COUNTED.message.writes, unit: 'units' },
  ...Object.entries(usualOperations()).map(([name, usage]) => ({
    name: `${name}, a million times`,
    value: usdOf(usage) * 1e6,
    unit: 'USD',
    ...(name === 'a quiet run' && { aim: QUIET_AIM }),
  })),
  ...Object.entries(USUAL_MONTHS).map(([name, load], n) => {
    const aim = MONTH_AIMS[n];
    return {
      name: `a month after what AWS gives free: ${name}`,
      value: monthBill(load, 'eu-west-1').usdAfterFree,
      unit: 'USD',
      ...(aim !== undefined && { aim }),
    };
  }),
]);
