import { billOf, inUsd, monthBill, SHIPPED_STAGE } from '../../../infra/cli/cost/estimate-bill.ts';
import { sumUsages, type Usage, usageOf } from '../../../infra/cli/cost/month-usage.ts';
import { USUAL_MONTHS } from './usual-months.ts';
import { PRICES, PRICES_OF } from '../../../infra/cli/cost/prices.ts';

/** Single operations, by the words of the table. */
export function usualOperations(): Readonly<Record<string, Usage>> {
  const each = (name: Parameters<typeof usageOf>[0]) => usageOf(name, SHIPPED_STAGE.memory);
  const run = (findings: number) =>
    sumUsages([
      [1, each('quietRun')],
      [1, each('busyRun')],
      [findings, each('finding')],
    ]);
  const once = (...usages: Partial<Usage>[]) => sumUsages(usages.map((usage) => [1, usage]));
  return {
    'a quiet run': once(each('quietRun')),
    'a run with 10 new findings': run(10),
    'a run with 1,000 new findings': run(1_000),
    'an alert to one e-mail address': once(each('message'), { email: 1 }),
    'a weekly report': once(each('report')),
    'an extraction job': once(each('job')),
  };
}

/** What single operations and usual months cost, as two tables of Markdown. */
export function costTable(): string {
  const [ireland, virginia] = [PRICES['eu-west-1'], PRICES['us-east-1']];
  const perMillion = Object.entries(usualOperations()).map(([name, usage]) => [
    name,
    inUsd(billOf(usage, ireland).usd * 1e6),
    inUsd(billOf(usage, virginia).usd * 1e6),
  ]);
  const months = Object.entries(USUAL_MONTHS).map(([name, load]) => {
    const here = monthBill(load, 'eu-west-1');
    return [name, inUsd(here.usd), inUsd(here.usdAfterFree), inUsd(monthBill(load, 'us-east-1').usd)];
  });
  return `${tableOf(['a month, in USD', 'eu-west-1', 'after what AWS gives free', 'us-east-1'], months)}
${tableOf(['a million times, in USD', 'eu-west-1', 'us-east-1'], perMillion)}
Prices of ${PRICES_OF}.
`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

const BEGIN = '<!-- WRITE=1 npm run bench cost -->\n';
const END = '<!-- end of the costs -->\n';

/**
 * A page with the tables in the place of those that stand in it. @throws Error for a page without a place for them.
 */
export function withCostTable(page: string, table = costTable()): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`The page has no ${BEGIN.trim()} with ${END.trim()} after it.`);
  return `${page.slice(0, from + BEGIN.length)}\n${table}\n${page.slice(to)}`;
}
