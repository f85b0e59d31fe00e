import { neutralCount } from '../../domain/reports/sentiment-share.ts';
import type { CountRow, ReportNumbers } from '../../domain/reports/report-numbers.ts';
import { oneLine } from '../text/plain-text.ts';

/** All numbers of a report as JSON. Texts from the news are unchanged. */
export function reportJson(numbers: ReportNumbers): string {
  return `${JSON.stringify({ v: 1, ...numbers }, null, 1)}\n`;
}

type Row = readonly [
  section: string,
  key: string,
  measure: string,
  now: number | string,
  before?: number | string,
];

/** All numbers of a report as CSV, one a line: section, key, measure, now, before. */
export function reportCsv(numbers: ReportNumbers): string {
  const rows: Row[] = [
    ...totals(numbers),
    ...days(numbers),
    ...voices(numbers),
    ...numbers.reach.map(({ id, articles }): Row => ['reach', id, 'articles', articles.now, articles.before]),
    ...numbers.topOutlets.flatMap(({ domain, articles, mood: sentiment }): Row[] => [
      ['outlet', domain, 'articles', articles.now, articles.before],
      ['outlet', domain, 'sentiment thousandths', sentiment.sum],
      ['outlet', domain, 'articles with sentiment', sentiment.count],
    ]),
    ...counts('author', numbers.topAuthors),
    ...counts('country', numbers.topCountries),
    ...counts('language', numbers.topLanguages),
    ...otherCounts(numbers),
    ...numbers.topStories.flatMap(({ id, first, articles, outlets }): Row[] => [
      ['story', id, 'title', first.title],
      ['story', id, 'articles', articles],
      ['story', id, 'outlets', outlets],
    ]),
    ...operations(numbers),
  ];
  const head = ['section', 'key', 'measure', 'now', 'before'];
  return `${[head, ...rows].map((row) => head.map((_, at) => cell(row[at])).join(',')).join('\r\n')}\r\n`;
}

function totals(numbers: ReportNumbers): Row[] {
  const { period, before, mood: sentiment, asked } = numbers;
  const names = ['articles', 'stories', 'outlets', 'authors', 'events', 'records', 'excluded'] as const;
  return [
    ['period', numbers.id, 'first day', period.first, before.first],
    ['period', numbers.id, 'last day', period.last, before.last],
    ...names.map((name): Row => ['total', '', name, numbers[name].now, numbers[name].before]),
    ['asked', '', 'articles', asked.articles.now, asked.articles.before],
    ['asked', '', 'events and records', asked.items.now, asked.items.before],
    ['asked', '', 'share of voice', asked.voice.now, asked.voice.before],
    ['tone', '', 'articles with sentiment', sentiment.now.count, sentiment.before.count],
    ['tone', '', 'sentiment thousandths', sentiment.now.sum, sentiment.before.sum],
    ['tone', '', 'negative', sentiment.now.negative, sentiment.before.negative],
    ['tone', '', 'neutral', neutralCount(sentiment.now), neutralCount(sentiment.before)],
    ['tone', '', 'positive', sentiment.now.positive, sentiment.before.positive],
  ];
}

function days({ days: all }: ReportNumbers): Row[] {
  return all.flatMap(({ day, articles, before, mood: sentiment, asked, askedBefore }): Row[] => [
    ['day', day, 'articles', articles, before],
    ['day', day, 'asked', asked, askedBefore],
    ['day', day, 'negative', sentiment.negative],
    ['day', day, 'neutral', neutralCount(sentiment)],
    ['day', day, 'positive', sentiment.positive],
  ]);
}

function voices({ found, foundBefore, service }: ReportNumbers): Row[] {
  const measures = ['articles', 'share', 'stories', 'storyShare', 'outlets', 'outletShare'] as const;
  return [
    ...found.flatMap((row, n) =>
      measures.map(
        (measure): Row => ['voice found', row.id, measure, row[measure], foundBefore[n]?.[measure] ?? ''],
      ),
    ),
    ...(service?.now ?? []).flatMap((row, n) =>
      (['articles', 'share'] as const).map(
        (measure): Row => [
          'voice counted',
          row.id,
          measure,
          row[measure],
          service?.before[n]?.[measure] ?? '',
        ],
      ),
    ),
  ];
}

/** The rows after the top ones, which have no numbers for the days before. */
function otherCounts({ others }: ReportNumbers): Row[] {
  const { outlets, authors, countries, languages, stories } = others;
  return [
    ...Object.entries({ outlet: outlets, author: authors, country: countries, language: languages }).flatMap(
      ([section, rows]) => rows.map(({ key, articles }): Row => [section, key, 'articles', articles]),
    ),
    ...stories.flatMap(({ id, title, articles }): Row[] => [
      ['story', id, 'title', title],
      ['story', id, 'articles', articles],
    ]),
  ];
}

function counts(section: string, rows: readonly CountRow[]): Row[] {
  return rows.map(({ key, articles }) => [section, key, 'articles', articles.now, articles.before]);
}

function operations({ alerts, coverage, calls }: ReportNumbers): Row[] {
  return [
    ...(['made', 'told', 'held', 'silenced', 'dropped'] as const).map(
      (name): Row => ['alerts', '', name, alerts[name]],
    ),
    ...Object.entries(alerts.bySeverity).map(([name, sum]): Row => ['alerts', '', name, sum]),
    ['coverage', '', 'due', coverage.due],
    ['coverage', '', 'checked', coverage.checked],
    ...coverage.watches.flatMap((watch): Row[] => [
      ['coverage', watch.watchId, 'due', watch.due],
      ['coverage', watch.watchId, 'checked', watch.checked],
      ['coverage', watch.watchId, 'cut', watch.cutWindows],
      ['coverage', watch.watchId, 'late', watch.lateWindows],
      ['coverage', watch.watchId, 'open', watch.openWindows],
      ['calls', watch.watchId, 'recorded', watch.calls],
    ]),
    ['calls', '', 'recorded', calls.recorded],
    ['calls', '', 'own', calls.own],
    ...calls.months.map(({ month, calls: sum }): Row => ['calls', month, 'all', sum]),
  ];
}

/** Puts a quote before a text that a spreadsheet would run as a formula. */
function cell(value: number | string | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = oneLine(value ?? '').replace(/^[=+\-@]/, "'$&");
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
