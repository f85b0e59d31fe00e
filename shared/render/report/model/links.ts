import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { dayReader, spanWords } from '../../../domain/reports/period.ts';
import { isBehind, ROWS, type RowsQuery, rowsText } from '../../../domain/reports/rows-query.ts';
import { counted, type Group, type Href, type Rich } from './report-model.ts';

/** A number that the report itself shall list, if it can: its words, and its size. */
type Listed = Pick<Group, 'label' | 'articles'>;

/** Addresses of what is behind the numbers of a report. */
export interface Links {
  /** The page that lists the findings of a query, those of these days by default; undefined where the report has no address. */
  page: (query: Partial<RowsQuery>) => Href;
  /** The articles of a query for what a list of articles shows: those that the report lists, else the page. */
  here: (query: Partial<RowsQuery>, listed: Listed) => Href;
  /** The articles of a query, here if they are `listed`, and those of the days before. */
  both: (query: Partial<RowsQuery>, listed?: Listed) => { now: Href; before: Href };
  /** The end of a sentence: `, 274 in the 7 days before`. Nothing where these are not compared: the summary says why. */
  inBefore: (n: number, query?: Partial<RowsQuery>) => Rich;
  /** What `here` was asked for. */
  groups: () => readonly Group[];
}

/** The links of a report at an address. */
export function openLinks({ examples, period, compared, comparedItems }: ReportNumbers, link: Href): Links {
  const groups = new Map<string, Group>();
  const dayIn = dayReader(period.timezone);
  const page: Links['page'] = (query) =>
    link === undefined ? undefined : `${link}/${ROWS}?${rowsText({ days: 'now', ...query })}`;
  const here: Links['here'] = (part, { label, articles }) => {
    const query = { days: 'now', ...part } as const;
    const known = groups.get(rowsText(query));
    const places =
      known?.places ?? examples.flatMap((one, at) => (isBehind(one, query, dayIn) ? [at + 1] : []));
    const all = articles === 0 ? undefined : page(query);
    if (places.length === 0) return all;
    const id = known?.id ?? `behind-${groups.size + 1}`;
    groups.set(rowsText(query), { id, label, articles, places, all });
    return `#${id}`;
  };
  return {
    page,
    here,
    both: (query, listed) => ({
      now: listed ? here(query, listed) : page(query),
      before: page({ ...query, days: 'before' }),
    }),
    inBefore: (n, query = {}) => {
      const { isEqual } = query.kind === undefined ? compared : comparedItems;
      const earlier = n === 0 ? 'none' : counted(n, page({ ...query, days: 'before' }));
      return isEqual ? [', ', earlier, ` ${spanWords(period).inBefore}`] : '';
    },
    groups: () => [...groups.values()],
  };
}
