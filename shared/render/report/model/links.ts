import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { spanWords } from '../../../domain/reports/period.ts';
import { ROWS, type RowsQuery, rowsText } from '../../../domain/reports/rows-query.ts';
import { counted, type Href, type Rich } from './report-model.ts';

/** Addresses of what is behind the numbers of a report. */
export interface Links {
  /** The page that lists the findings of a query, those of these days by default; undefined where the report has no address. */
  page: (query: Partial<RowsQuery>) => Href;
  /** The same of these days and of the days before. */
  both: (query: Partial<RowsQuery>) => { now: Href; before: Href };
  /** The end of a sentence: `, 274 in the 7 days before`. Nothing where these are not compared: the summary says why. */
  inBefore: (n: number, query?: Partial<RowsQuery>) => Rich;
}

/** The links of a report at an address. */
export function openLinks({ period, compared, comparedItems }: ReportNumbers, link: Href): Links {
  const page: Links['page'] = (query) =>
    link === undefined ? undefined : `${link}/${ROWS}?${rowsText({ days: 'now', ...query })}`;
  return {
    page,
    both: (query) => ({ now: page(query), before: page({ ...query, days: 'before' }) }),
    inBefore: (n, query = {}) => {
      const { isEqual } = query.kind === undefined ? compared : comparedItems;
      const earlier = n === 0 ? 'none' : counted(n, page({ ...query, days: 'before' }));
      return isEqual ? [', ', earlier, ` ${spanWords(period).inBefore}`] : '';
    },
  };
}
