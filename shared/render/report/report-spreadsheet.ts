import writeXlsxFile from 'write-excel-file/node';
import { typedKeys } from '../../domain/lib/fields.ts';
import { dayReader } from '../../domain/reports/period.ts';
import type { CountRow, ReportNumbers } from '../../domain/reports/report-numbers.ts';
import { COUNTED_TOPICS, meanSentiment } from '../../domain/reports/day-rollup.ts';
import { countryName, knownRank, languageName } from '../text/format-values.ts';
import { oneLine, safeLink, shorten } from '../text/plain-text.ts';
import { reportRows } from './report-data.ts';
import { comparableCounts } from '../../domain/reports/voice-rows.ts';

/**
 * A report as a spreadsheet (.xlsx). Each text is a cell of type text, which no program reads as a formula. The same
 * numbers give the same bytes. Load this module only where a spreadsheet is made: the library is 100 KB.
 */
export async function reportSpreadsheet(numbers: ReportNumbers): Promise<Uint8Array> {
  const sheets = reportSheets(numbers).map((sheet) => ({
    data: [headOf(sheet), ...sheet.rows.map((row) => row.map(cellOf))],
    sheet: sheet.name,
    columns: sheet.widths.map((width) => ({ width })),
    stickyRowsCount: 1,
  }));
  const bytes = await writeXlsxFile(sheets).toBuffer();
  return withoutZipTimes(bytes);
}

function headOf({ head }: ReportSheet) {
  return head.map((value) => ({ value, type: String, fontWeight: 'bold' as const, wrap: false }));
}

function cellOf(value: SheetCell) {
  if (value === undefined || value === '') return null;
  return typeof value === 'number' ? { value, type: Number } : { value, type: String };
}

/** A cell: a number, or a text. Texts are never formulas. */
type SheetCell = number | string | undefined;

/** A sheet of the spreadsheet of a report: a head, rows, and the width of each column in letters. */
interface ReportSheet {
  name: string;
  head: readonly string[];
  widths: readonly number[];
  rows: readonly (readonly SheetCell[])[];
}

/** The longest text of a cell; a spreadsheet takes 32,767 characters at most. */
const LONGEST = 600;

/** The sheets of a report. News text in them is on one line and without invisible characters. */
function reportSheets(numbers: ReportNumbers): ReportSheet[] {
  return [
    summary(numbers),
    stories(numbers),
    days(numbers),
    voice(numbers),
    outlets(numbers),
    names(numbers),
    articles(numbers),
    all(numbers),
  ];
}

function summary({ look, period, completeness, changes }: ReportNumbers): ReportSheet {
  const lines = [
    `${period.first} to ${period.last} (${period.timezone})`,
    completeness.text,
    ...changes.map(({ text }) => text),
  ];
  return {
    name: 'Summary',
    head: [plain(look.title)],
    widths: [120],
    rows: lines.map((text) => [plain(text)]),
  };
}

function stories({ topStories, others }: ReportNumbers): ReportSheet {
  const rows = topStories.map((story): SheetCell[] => {
    const { central, articles, before, outlets, mood, mostRead } = story;
    const [best] = mostRead;
    return [
      plain(central.title),
      articles,
      before,
      outlets,
      meanSentiment(mood),
      mood.count,
      best && plain(best.name ?? best.domain),
      knownRank(best?.rank),
      safeLink(central.link),
      optional(central.english),
    ];
  });
  const more = others.stories.map(({ title, articles }): SheetCell[] => [plain(title), articles]);
  return {
    name: 'Stories',
    head: [
      'Story',
      'Articles',
      'Articles before',
      'Outlets',
      'Tone',
      'Articles with a sentiment',
      'Most read outlet',
      'Its rank',
      'Link',
      'Title in English',
    ],
    widths: [70, 10, 15, 10, 8, 24, 24, 10, 50, 50],
    rows: [...rows, ...more],
  };
}

function days({ days: list }: ReportNumbers): ReportSheet {
  return {
    name: 'Days',
    head: [
      'Day',
      'Articles',
      'Articles before',
      'Negative',
      'Positive',
      'With a sentiment',
      'Watches with incomplete data',
    ],
    widths: [12, 10, 15, 10, 10, 16, 40],
    rows: list.map(({ day, articles, before, askedBefore, mood, missing }) => [
      day,
      articles,
      askedBefore === 'none' ? undefined : before,
      mood.negative,
      mood.positive,
      mood.count,
      missing.join(', '),
    ]),
  };
}

function voice(numbers: ReportNumbers): ReportSheet {
  const { voice: equal, service, serviceGap } = numbers;
  const countedBefore = comparableCounts(numbers);
  const found = equal.rows.map((row, n): SheetCell[] => [
    plain(row.name),
    'articles found',
    row.articles,
    row.share / 10,
    row.stories,
    row.outlets,
    equal.before[n]?.articles,
  ]);
  const counted = (service?.now ?? []).map((row, n): SheetCell[] => [
    plain(row.name),
    'counted by the news service',
    row.articles,
    row.share / 10,
    undefined,
    undefined,
    countedBefore[n]?.articles,
  ]);
  const why = [equal.why, serviceGap].flatMap((text): SheetCell[][] =>
    text === undefined ? [] : [[plain(text)]],
  );
  return {
    name: 'Share of voice',
    head: ['Name', 'Basis', 'Articles', 'Share in %', 'Stories', 'Outlets', 'Articles before'],
    widths: [30, 28, 10, 10, 10, 10, 15],
    rows: [...found, ...counted, ...why],
  };
}

function outlets({ topOutlets, others }: ReportNumbers): ReportSheet {
  const rows = topOutlets.map(({ domain, name, country, rank, articles, mood }): SheetCell[] => [
    plain(name ?? domain),
    plain(domain),
    country === undefined ? undefined : plain(countryName(country)),
    knownRank(rank),
    articles.now,
    articles.before,
    meanSentiment(mood),
    mood.count,
  ]);
  const more = others.outlets.map(({ key, articles }): SheetCell[] => [
    plain(key),
    plain(key),
    undefined,
    undefined,
    articles,
  ]);
  return {
    name: 'Outlets',
    head: [
      'Outlet',
      'Domain',
      'Country',
      'Rank',
      'Articles',
      'Articles before',
      'Tone',
      'Articles with a sentiment',
    ],
    widths: [30, 30, 20, 10, 10, 15, 8, 24],
    rows: [...rows, ...more],
  };
}

/** Topics, authors, countries and languages. */
function names({ topTopics, topAuthors, topCountries, topLanguages, others }: ReportNumbers): ReportSheet {
  const rowsOf = (kind: string, rows: readonly CountRow[], nameOf = plain) =>
    rows.map(({ key, articles }): SheetCell[] => [kind, nameOf(key), articles.now, articles.before]);
  const moreOf = (kind: string, rows: readonly { key: string; articles: number }[], nameOf = plain) =>
    rows.map(({ key, articles }): SheetCell[] => [kind, nameOf(key), articles]);
  const country = (key: string) => plain(countryName(key));
  const language = (key: string) => plain(languageName(key));
  return {
    name: 'Names',
    head: ['Kind', 'Name', 'Articles', 'Articles before'],
    widths: [14, 50, 10, 15],
    rows: [
      ...typedKeys(COUNTED_TOPICS).flatMap((kind) => rowsOf(kind, topTopics[kind])),
      ...rowsOf('author', topAuthors),
      ...moreOf('author', others.authors),
      ...rowsOf('country', topCountries, country),
      ...moreOf('country', others.countries, country),
      ...rowsOf('language', topLanguages, language),
      ...moreOf('language', others.languages, language),
    ],
  };
}

function articles({ examples, period }: ReportNumbers): ReportSheet {
  const dayIn = dayReader(period.timezone);
  return {
    name: 'Articles',
    head: ['Title', 'Outlet', 'Rank', 'Country', 'Day', 'Tone', 'Author', 'Link', 'Title in English'],
    widths: [70, 28, 10, 20, 12, 8, 24, 50, 50],
    rows: examples.map(({ title, domain, rank, country, at, mood, author, link, english }) => [
      plain(title),
      optional(domain),
      knownRank(rank),
      country === undefined ? undefined : plain(countryName(country)),
      dayIn(at),
      mood === undefined ? undefined : Math.round(mood / 10) / 100,
      optional(author),
      safeLink(link),
      optional(english),
    ]),
  };
}

/** The same rows as the CSV form. */
function all(numbers: ReportNumbers): ReportSheet {
  const [head, ...rows] = reportRows(numbers);
  const cell = (value: SheetCell) => (typeof value === 'string' ? plain(value) : value);
  return { name: 'All numbers', head, widths: [18, 40, 28, 20, 20], rows: rows.map((row) => row.map(cell)) };
}

function plain(text: string): string {
  return shorten(oneLine(text), LONGEST);
}

function optional(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plain(text);
}

/** Signatures of a ZIP file (APPNOTE 6.3.10, 4.3.7, 4.3.12 and 4.3.16), read little-endian. */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** 1 January 1980, the first day that a ZIP file can name, at midnight. */
const FIRST_DAY = 0x0021_0000;

/**
 * A ZIP file in which every entry has the same time, so that the same content gives the same bytes.
 *
 * @throws RangeError for bytes that are no ZIP file without a comment.
 */
export function withoutZipTimes(zip: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(zip);
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  if (end < 0 || view.getUint32(end, true) !== END) throw new RangeError('These bytes are not a ZIP file.');
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < entries; n += 1) {
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(at, true) !== CENTRAL || view.getUint32(local, true) !== LOCAL)
      throw new RangeError('An entry of the ZIP file is not where its directory says.');
    view.setUint32(at + 12, FIRST_DAY, true);
    view.setUint32(local + 10, FIRST_DAY, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return bytes;
}
