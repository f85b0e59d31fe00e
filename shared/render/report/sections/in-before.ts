import { spanWords } from '../../../domain/reports/period.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import type { Href } from '../model/links.ts';
import { counted, type Rich } from '../model/report-model.ts';

/** The end of a sentence: `, 274 in the 7 days before`. Nothing where these are not compared: the summary says why. */
export function inBefore(
  { compared, period }: Pick<ReportNumbers, 'compared' | 'period'>,
  n: number,
  href: Href,
): Rich {
  if (!compared.isEqual) return '';
  return [', ', n === 0 ? 'none' : counted(n, href), ` ${spanWords(period).inBefore}`];
}
