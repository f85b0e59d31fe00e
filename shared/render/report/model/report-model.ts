import { meanSentiment, type SentimentSum, type Titled } from '../../../domain/reports/day-rollup.ts';
import type { Compared, ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { formatCount, formatNumber, formatShare, formatTone, titleLine } from '../../text/format-values.ts';
import { safeLink } from '../../text/plain-text.ts';
import type { Chart } from './chart.ts';

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

/** A part of a text; one with an address is a link. */
interface Span {
  text: string;
  href?: Href;
  /** The address is that of an article. */
  isOutside?: true;
  isMuted?: true;
}

/** A text of a report with its links. Forms without links print the text alone. */
export type Rich = string | Span | readonly Rich[];

/**
 * A report as its forms print it: HTML prints all of it, the text what is brief, CSV and the spreadsheet its tables. The
 * texts are for people; the news text in them is on one line.
 */
export interface ReportModel {
  numbers: Pick<ReportNumbers, 'id' | 'look' | 'period'>;
  brand: string;
  /** The address of the report. */
  link: Href;
  status: ReportNumbers['completeness'];
  /** The days before, where the report is compared with them. */
  comparedWith: string | undefined;
  figures: readonly Figure[];
  summary: ReportNumbers['changes'];
  sections: readonly Section[];
}

/** A key figure. */
export interface Figure {
  name: string;
  value: Rich;
  note: Rich;
}

/** A part of a report under a heading. */
export interface Section {
  id: string;
  title: string;
  /** On paper this text replaces all that the section holds. */
  onPaper?: string;
  blocks: readonly (Block | false | undefined)[];
}

/** What a section is made of. `brief` is printed in the text form: all of it, or so many rows. */
export type Block =
  | { heading: string; id?: string }
  | { text: Rich; isNote?: boolean; brief?: true }
  | { chart: Chart }
  | { tables: readonly Table[]; areColumns?: true; brief?: number }
  | { stories: readonly StoryEntry[]; closed?: string; brief?: true }
  | { groups: readonly Group[] };

/** The blocks of a report that are given, each with the title of its section. */
export function blocksOf({ sections }: Pick<ReportModel, 'sections'>): { title: string; block: Block }[] {
  return sections.flatMap(({ title, blocks }) =>
    blocks.flatMap((block) => (block ? [{ title, block }] : [])),
  );
}

/** A story as a report shows it. */
export interface StoryEntry {
  title: Rich;
  link: Href;
  quote: { text: string; source: string | undefined } | undefined;
  facts: Rich;
  reach: string;
  /** Articles by day. */
  course: Chart;
}

/** A value in CSV and the spreadsheet. */
export type Value = number | string | undefined;

/** A cell: what people read, and its value. */
export interface Cell {
  shown: Rich;
  value: Value;
  /** The same of the days before. */
  before?: { value: Value; shown: Rich };
}

export interface Column {
  title: string;
  isNumber?: true;
  /** Its cells also hold the numbers of the days before. */
  isCompared?: true;
  /** Left out on phones. */
  isOptional?: true;
  /** Only in CSV and the spreadsheet. */
  isData?: true;
}

export interface Row {
  key: string;
  /** Its number that is compared, or else its first number: as long is its bar. */
  size: number;
  cells: readonly Cell[];
}

/** A table. Its first column names the rows. */
export interface Table {
  title: string;
  /** The section of its rows in CSV. Absent: they are not in CSV. */
  of?: string;
  id?: string;
  /** The ids of the rows begin so; their places follow, from 1. */
  rowIds?: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** How the page shows it: behind its title, a row as a paragraph on phones, with bars, or not at all. */
  look?: 'closed' | 'cards' | 'closed cards' | 'bars' | 'none';
  /** The page lists the rows after so many as names alone, under this title; `left` is how many are in no row. */
  rest?: { top: number; title: string; left: number };
  note?: Rich;
}

/** A column with what its cells show of a row. */
interface ColumnOf<T> extends Column {
  cell: (row: T, n: number) => Cell;
}
type Columns<T> = ColumnOf<T> | readonly ColumnOf<T>[] | false;

/** The kinds of columns, of rows of one type. */
function columnKinds<T>() {
  return {
    text: text<T>,
    count: count<T>,
    compared: compared<T>,
    share: share<T>,
    tone: tone<T>,
    titles: titles<T>,
    data: data<T>,
  };
}

interface TableOf<T> extends Omit<Table, 'columns' | 'rows'> {
  key: (row: T) => string;
  columns: (kinds: ReturnType<typeof columnKinds<T>>) => readonly Columns<T>[];
}

/** Makes a table of rows. */
export function tableOf<T>(rows: readonly T[], { key, columns, ...table }: TableOf<T>): Table {
  const all = columns(columnKinds()).flatMap((one): readonly ColumnOf<T>[] =>
    one === false ? [] : [one].flat(),
  );
  const comparedAt = all.findIndex(({ isCompared }) => isCompared);
  const sizeAt = comparedAt < 0 ? all.findIndex(({ isNumber }) => isNumber) : comparedAt;
  return {
    ...table,
    columns: all.map(({ cell: _cell, ...column }) => column),
    rows: rows.map((row, n) => {
      const cells = all.map(({ cell }) => cell(row, n));
      const size = cells[sizeAt]?.value;
      return { key: key(row), size: Number(size ?? 0), cells };
    }),
  };
}

/** A column of texts. */
function text<T>(title: string, of: (row: T, n: number) => Rich, more?: Partial<Column>): ColumnOf<T> {
  return { title, ...more, cell: (row, n) => textCell(of(row, n)) };
}

function textCell(shown: Rich): Cell {
  return { shown, value: plainText(shown) };
}

/** A column of numbers, linked to what they count. */
function count<T>(
  title: string,
  of: (row: T) => number | undefined,
  href: (row: T, n: number) => Href = () => undefined,
  more?: Partial<Column>,
): ColumnOf<T> {
  return {
    title,
    isNumber: true,
    ...more,
    cell: (row, n) => {
      const value = of(row);
      return { shown: value === undefined ? '–' : counted(value, href(row, n)), value };
    },
  };
}

/** A column of numbers in these days and in the days before. */
function compared<T>(
  title: string,
  of: (row: T) => Compared,
  href: (row: T, n: number) => { now: Href; before: Href },
): ColumnOf<T> {
  return {
    title,
    isNumber: true,
    isCompared: true,
    cell: (row, n) => {
      const both = of(row);
      const links = href(row, n);
      return {
        shown: counted(both.now, links.now),
        value: both.now,
        before: { value: both.before, shown: [counted(both.before, links.before), changeText(both)] },
      };
    },
  };
}

/** A column of shares, given in tenths of a percent. */
function share<T>(title: string, of: (row: T) => number): ColumnOf<T> {
  return {
    title,
    isNumber: true,
    cell: (row) => ({ shown: formatShare(of(row)), value: of(row) / 10 }),
  };
}

/** The mean sentiments, and of how many articles. */
function tone<T>(of: (row: T) => SentimentSum): ColumnOf<T>[] {
  return [
    {
      title: 'Tone',
      isNumber: true,
      cell: (row) => ({ shown: formatTone(of(row)), value: meanSentiment(of(row)) }),
    },
    data('Articles with a sentiment', (row) => of(row).count),
  ];
}

/** Titles, as links to their articles; with their addresses and English titles. */
function titles<T>(of: (row: T) => Partial<Titled> & Pick<Titled, 'title'>): ColumnOf<T>[] {
  return [
    text('Title', (row) => titleOf(of(row))),
    data('Link', (row) => safeLink(of(row).link)),
    data('Title in English', (row) => of(row).english),
  ];
}

/** A column that only CSV and the spreadsheet have, with the days before where they have this value. */
function data<T>(title: string, of: (row: T) => Value, before?: (row: T) => Value): ColumnOf<T> {
  return {
    title,
    isData: true,
    ...(before && { isCompared: true }),
    cell: (row) => ({
      shown: '',
      value: of(row),
      ...(before && { before: { value: before(row), shown: '' } }),
    }),
  };
}

/** A title, as a link to its article if it has a safe one, with its title in English. */
export function titleOf({ title, link, english }: Partial<Titled> & Pick<Titled, 'title'>): Rich {
  const line: Rich = { text: titleLine(title, 220), href: safeLink(link), isOutside: true };
  return english === undefined
    ? line
    : [line, { text: ` In English: ${titleLine(english, 220)}`, isMuted: true }];
}

/** An amount, as a link where it has an address: `1,234 articles`. */
export function amount(n: number, noun: string, href?: Href): Rich {
  return linked(formatCount(n, noun), href);
}

/** A text, as a link where it has an address. */
export function linked(text: string, href: Href): Rich {
  return href === undefined ? text : { text, href };
}

/** A number, as a link to what it counts; zero has none. */
export function counted(n: number, href: Href): Rich {
  return n === 0 ? formatNumber(n) : linked(formatNumber(n), href);
}

/** The parts that are given, with a separator between them. */
export function joined(parts: readonly (Rich | false)[], separator = ', '): Rich {
  return parts.filter((part) => part !== false).map((part, at) => (at > 0 ? [separator, part] : part));
}

/** What a text says, without its links. */
export function plainText(rich: Rich): string {
  if (typeof rich === 'string') return rich;
  return 'text' in rich ? rich.text : rich.map(plainText).join('');
}

/** The change behind a number of the days before: ` (+14%)`; nothing where both are none. */
function changeText(both: Compared): string {
  const change = formatChange(both);
  return change === '' ? '' : ` (${change})`;
}

/** The change since the days before: `+23%`, `−4%`, `new`. Empty where both are zero. */
export function formatChange({ now, before }: Compared): string {
  if (before === 0) return now === 0 ? '' : 'new';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return '±0%';
  return `${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))}%`;
}
