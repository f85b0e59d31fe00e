import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { dayReader } from '../../../domain/reports/period.ts';
import { isBehind, ROWS, type RowsQuery, rowsText } from '../../../domain/reports/rows-query.ts';

/** An address, where there is one. */
export type Href = string | undefined;

/** The listed articles behind one number. */
export interface Group {
  /** The id that the number links to. */
  id: string;
  label: string;
  /** How many articles the number counts. */
  articles: number;
  /** Positions in the list of articles, from 1. */
  places: readonly number[];
  /** The address of the page that lists all of them. */
  all: Href;
}

/** What a number counts: a query, and, if the report itself shall list it, its words and its size. */
interface Counted {
  label: string;
  articles: number;
}

/** A query for what a list of articles shows. */
export type Listed = Partial<
  Pick<RowsQuery, 'days' | 'outlet' | 'author' | 'country' | 'tone' | 'reach' | 'story'>
>;

/** Addresses of what is behind the numbers of a report. */
export interface Links {
  /** The page that lists the findings of a query; undefined where the report has no address. */
  page: (query: RowsQuery) => Href;
  /** The articles of a query: those that the report lists, else the page. */
  here: (query: Listed, counted: Counted) => Href;
  /** What `here` was asked for. */
  groups: () => readonly Group[];
}

/** The links of a report at an address. */
export function openLinks({ examples, period }: ReportNumbers, link: Href): Links {
  const groups = new Map<string, Group>();
  const dayIn = dayReader(period.timezone);
  const page = (query: RowsQuery) => (link === undefined ? undefined : `${link}/${ROWS}?${rowsText(query)}`);
  return {
    page,
    here: (part, { label, articles }) => {
      const query = { days: 'now', ...part } as const;
      const known = groups.get(rowsText(query));
      const places =
        known?.places ?? examples.flatMap((one, at) => (isBehind(one, query, dayIn) ? [at + 1] : []));
      const all = articles === 0 ? undefined : page(query);
      if (places.length === 0) return all;
      const id = known?.id ?? `behind-${groups.size + 1}`;
      groups.set(rowsText(query), { id, label, articles, places, all });
      return `#${id}`;
    },
    groups: () => [...groups.values()],
  };
}
