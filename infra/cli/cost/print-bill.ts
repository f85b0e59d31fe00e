import { printTable } from '../print-values.ts';
import { paint } from '../terminal/paint.ts';
import type { BillEstimate } from './estimate-bill.ts';

/** The expected bill by service, as text. Services below a cent are left out. */
export function printBill({
  lines,
  usd,
  usdAfterFree,
  region,
  pricesOf,
  findings,
  savings,
}: BillEstimate): string {
  const shown = lines.filter(({ usd: price }) => price >= 0.005).toSorted((a, b) => b.usd - a.usd);
  const rows = [
    ['', 'list', 'after free'],
    ...shown.map((line) => [line.service, inUsd(line.usd), inUsd(line.usdAfterFree)]),
    ['total', inUsd(usd), inUsd(usdAfterFree)],
  ];
  const [each, day] = [findings.toLocaleString('en-US'), pricesOf];
  return `${paint('heading', 'AWS bill per month in USD, about')}
${printTable(rows, '  ')}  With ${each} new findings a day for each watch (--findings N), stored for their whole retention; ${region}, prices of ${day}.
  "after free" leaves out what AWS does not bill to an account each month. SMS and the services upstream are not counted.
${savings.map(printSaving).join('')}
`;
}

function printSaving({ setting, usdAfterFree }: BillEstimate['savings'][number]): string {
  return `  With ${setting} in the file of the stage it is about ${inUsd(usdAfterFree)} less (docs/stages.md).\n`;
}

/** `12.30` */
export function inUsd(usd: number): string {
  return usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
