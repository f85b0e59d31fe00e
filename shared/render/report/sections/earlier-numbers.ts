import type { CoverageLevel } from '../../../domain/reports/coverage-days.ts';
import { spanWords, type Period } from '../../../domain/reports/period.ts';
import type { Compared } from '../../../domain/reports/report-numbers.ts';
import { html, type Part } from '../../html/html.ts';
import { formatChange, formatNumber } from '../../text/format-values.ts';
import { linked, type NumberCell } from './table.ts';

/** A number of the days before. */
export interface Earlier {
  n: number;
  /** How much of those days the data covers. */
  asked: CoverageLevel;
  /** The list of the findings behind it. */
  href: string | undefined;
}

/** Without data, zero means unknown. */
function isUnknown({ n, asked }: Pick<Earlier, 'n' | 'asked'>): boolean {
  return n === 0 && asked === 'none';
}

/** A number of the days before, or of one day, in a table. */
export function earlierCell(earlier: Earlier): NumberCell {
  if (isUnknown(earlier)) return { number: html`<span class="muted">no data</span>` };
  const { n, asked, href } = earlier;
  if (n === 0) return { number: asked === 'all' ? formatNumber(n) : '–' };
  return { number: linked(formatNumber(n), href) };
}

/** A change in a table, linked to the findings of the days before. */
export function changeCell(compared: Compared, { asked, href }: Omit<Earlier, 'n'>): NumberCell {
  const text = formatChange(compared, asked);
  return { number: compared.before === 0 ? text : linked(text, href) };
}

/** As `inBefore`, for every sentence of a section but the first: it does not repeat that data is missing. */
export function alsoBefore(earlier: Earlier, period: Period): Part {
  if (earlier.asked === 'all') return inBefore(earlier, period);
  return earlier.n === 0 ? '' : [', ', linked(formatNumber(earlier.n), earlier.href), ' before'];
}

/** The end of a sentence: `, 274 in the 7 days before`. */
export function inBefore(earlier: Earlier, period: Period): Part {
  const { before: days, inBefore: inDays } = spanWords(period);
  if (isUnknown(earlier)) return ` (no data for ${days})`;
  const { n, asked, href } = earlier;
  if (n === 0 && asked === 'part') return ` (incomplete data for ${days})`;
  const mark = asked === 'all' ? '' : ' (incomplete data)';
  return [', ', n === 0 ? 'none' : linked(formatNumber(n), href), ` ${inDays}${mark}`];
}

/** The line below a key figure: `+14%, 274 before`. Days that the same watches have not covered are not compared. */
export function comparisonNote(compared: Compared, given: Omit<Earlier, 'n'>): Part {
  const { asked, href } = given;
  if (isUnknown({ n: compared.before, asked })) return 'no data before';
  if (asked !== 'all') return 'not compared: incomplete data';
  const earlier = compared.before === 0 ? 'none' : linked(formatNumber(compared.before), href);
  const change = compared.before === 0 ? '' : `${formatChange(compared, asked)}, `;
  return [change, earlier, ' before'];
}
