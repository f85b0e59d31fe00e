import { COUNTED_TOPICS } from '../../domain/reports/rollup/day-rollup.ts';
import { dayReader } from '../../domain/reports/period.ts';
import type { CountRow, ReportNumbers } from '../../domain/reports/report-numbers.ts';
import { meanSentiment, type SentimentSum } from '../../domain/reports/rollup/sentiment-share.ts';
import { typedKeys } from '../../domain/lib/fields.ts';
import { countryName, knownRank, languageName } from '../text/outlet-facts.ts';
import { oneLine, shorten } from '../text/plain-text.ts';
import { safeLink } from '../text/safe-link.ts';
import { reportRows } from './report-data.ts';

/** A cell: a number, or a text. Texts are never formulas. */
export type SheetCell = number | string | undefined;

/** A sheet of the spreadsheet of a report: a head, rows, and the width of each column in letters. */
export interface ReportSheet {
  name: string;
  head: readonly string[];
  widths: readonly number[];
  rows: readonly (readonly SheetCell[])[];
}

/** The longest text of a cell; a spreadsheet takes 32,767 characters at most. */
const LONGEST = 600;

/** The sheets of a report. News text in them is on one line and without invisible characters. */
export function reportSheets(numbers: ReportNumbers): ReportSheet[] {
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
      toneOf(mood),
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

function voice({ voice: equal, service, serviceGap }: ReportNumbers): ReportSheet {
  const found = equal.rows.map((row, n): SheetCell[] => [
    plain(row.name),
    'articles found',
    row.articles,
    share(row.share),
    row.stories,
    row.outlets,
    equal.before[n]?.articles,
  ]);
  const counted = (service?.now ?? []).map((row, n): SheetCell[] => [
    plain(row.name),
    'counted by the news service',
    row.articles,
    share(row.share),
    undefined,
    undefined,
    serviceGap === undefined ? service?.before[n]?.articles : undefined,
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
    toneOf(mood),
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

function toneOf(mood: SentimentSum): number | undefined {
  return meanSentiment(mood);
}

function share(tenths: number): number {
  return tenths / 10;
}
