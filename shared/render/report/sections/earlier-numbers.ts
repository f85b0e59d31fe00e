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

/** A number of one day, or of the days before, in a table: none where it would be compared with days that are not covered. */
export function earlierCell({ n, asked, href }: Earlier): NumberCell {
  if (asked === 'all') return { number: n === 0 ? formatNumber(n) : linked(formatNumber(n), href) };
  return { number: asked === 'none' && n === 0 ? html`<span class="muted">no data</span>` : '–' };
}

/** A change in a table, linked to the findings of the days before. */
export function changeCell(compared: Compared, { asked, href }: Omit<Earlier, 'n'>): NumberCell {
  const text = formatChange(compared, asked);
  return { number: compared.before === 0 ? text : linked(text, href) };
}

/** The end of a sentence: `, 274 in the 7 days before`. Nothing where these are not compared: the summary says why. */
export function inBefore({ n, asked, href }: Earlier, period: Period): Part {
  if (asked !== 'all') return '';
  return [', ', n === 0 ? 'none' : linked(formatNumber(n), href), ` ${spanWords(period).inBefore}`];
}

/** The line below a key figure: `+14%, 274 before`. Days that the same watches have not covered are not compared. */
export function comparisonNote(compared: Compared, given: Omit<Earlier, 'n'>): Part {
  const { asked, href } = given;
  // Without data, zero means unknown.
  if (compared.before === 0 && asked === 'none') return 'no data before';
  if (asked !== 'all') return 'not compared: incomplete data';
  const earlier = compared.before === 0 ? 'none' : linked(formatNumber(compared.before), href);
  const change = compared.before === 0 ? '' : `${formatChange(compared, asked)}, `;
  return [change, earlier, ' before'];
}
