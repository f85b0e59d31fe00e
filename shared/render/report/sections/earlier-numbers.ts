import type { Asked } from '../../../domain/reports/coverage-days.ts';
import type { Compared } from '../../../domain/reports/report-numbers.ts';
import type { Period } from '../../../domain/reports/period.ts';
import { html, type Part } from '../../html/html.ts';
import { spanWords } from '../../../domain/reports/format-period.ts';
import { change, num } from '../words.ts';
import { type Cell, linked } from './table.ts';

/** A number of the days before, and where its findings are listed. */
export interface Earlier {
  n: number;
  /** How much of those days was asked for. */
  asked: Asked;
  /** Leads to what stands behind it. */
  href: string | undefined;
}

/** A count of nothing that nobody asked for is none. */
function isUnknown({ n, asked }: Pick<Earlier, 'n' | 'asked'>): boolean {
  return n === 0 && asked === 'none';
}

/** The number of the days before, or of a day, in a table. */
export function earlierCell(earlier: Earlier): Cell {
  if (isUnknown(earlier)) return { number: true, content: html`<span class="muted">not asked</span>` };
  const { n, asked, href } = earlier;
  if (n === 0) return { number: true, content: asked === 'all' ? num(n) : '–' };
  return { number: true, content: linked(num(n), href) };
}

/** The change in a table; it leads to what it is compared with. */
export function changeCell(compared: Compared, { asked, href }: Omit<Earlier, 'n'>): Cell {
  const text = change(compared, asked);
  return { number: true, content: compared.before === 0 ? text : linked(text, href) };
}

/** How a sentence goes on that is not the first one on these days: nothing is said where nothing is known. */
export function alsoBefore(earlier: Earlier, period: Period): Part {
  if (earlier.asked === 'all') return inBefore(earlier, period);
  return earlier.n === 0 ? '' : [', ', linked(num(earlier.n), earlier.href), ' before'];
}

/** How a sentence goes on: `, 274 in the 7 days before`. */
export function inBefore(earlier: Earlier, period: Period): Part {
  const { before: days, inBefore: inDays, were } = spanWords(period);
  if (isUnknown(earlier)) return `; ${days} ${were} not asked for`;
  const { n, asked, href } = earlier;
  if (n === 0 && asked === 'part') return `; ${days} ${were} asked for only in part`;
  const only = asked === 'all' ? '' : `, which ${were} asked for only in part`;
  return [', ', n === 0 ? 'none' : linked(num(n), href), ` ${inDays}${only}`];
}

/** What stands below a key figure: `+14%, 274 before`. */
export function storySummaryOf(compared: Compared, given: Omit<Earlier, 'n'>): Part {
  const { asked, href } = given;
  if (isUnknown({ n: compared.before, asked })) return 'not asked before';
  if (compared.before === 0 && asked === 'part') return 'asked in part before';
  const earlier = compared.before === 0 ? 'none' : linked(num(compared.before), href);
  if (asked !== 'all') return [earlier, ' before, asked in part'];
  const moved = compared.before === 0 ? '' : `${change(compared, asked)}, `;
  return [moved, earlier, ' before'];
}
