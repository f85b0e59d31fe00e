import { COUNTED_TOPICS, countTone, TONES } from '../../domain/reports/day-rollup.ts';
import { typedKeys } from '../../domain/lib/fields.ts';
import type { CountRow, ReportNumbers } from '../../domain/reports/report-numbers.ts';
import { csvCell as cell } from '../text/plain-text.ts';

/** All numbers of a report as JSON. Texts from the news are unchanged. */
export function reportJson(numbers: ReportNumbers): string {
  return `${JSON.stringify({ v: 1, ...numbers }, null, 1)}\n`;
}

type Value = number | string;
type Row = readonly [section: string, key: string, measure: string, now: Value, before?: Value];
const HEAD = ['section', 'key', 'measure', 'now', 'before'];

/** All numbers of a report as CSV, one a line: section, key, measure, now, before. */
export function reportCsv(numbers: ReportNumbers): string {
  const rows = reportRows(numbers);
  return `${rows.map((row) => HEAD.map((_, at) => cell(row[at])).join(',')).join('\r\n')}\r\n`;
}

/** The rows of the CSV form, the head first. */
export function reportRows(numbers: ReportNumbers): [head: typeof HEAD, ...rows: Row[]] {
  return [
    HEAD,
    ...totals(numbers),
    ...days(numbers),
    ...voices(numbers),
    ...equalCoverage(numbers),
    ...numbers.reach.flatMap(({ id, articles }) => rowsOf(['reach', id], { articles })),
    ...numbers.topOutlets.flatMap(({ domain, articles, mood: sentiment }) =>
      rowsOf(['outlet', domain], {
        articles,
        'sentiment thousandths': sentiment.sum,
        'articles with sentiment': sentiment.count,
      }),
    ),
    ...counts('author', numbers.topAuthors),
    ...counts('country', numbers.topCountries),
    ...counts('language', numbers.topLanguages),
    ...typedKeys(COUNTED_TOPICS).flatMap((kind) => counts(kind, numbers.topTopics[kind])),
    ...otherCounts(numbers),
    ...numbers.topStories.flatMap(({ id, central, articles, outlets }) =>
      rowsOf(['story', id], {
        title: central.title,
        ...(central.english !== undefined && { 'title in English': central.english }),
        articles,
        outlets,
      }),
    ),
    ...operations(numbers),
  ];
}

/** One row for each measure. */
function rowsOf(
  [section, key]: readonly [string, string],
  measures: Readonly<Record<string, Value | { now: Value; before: Value }>>,
): Row[] {
  return Object.entries(measures).map(([measure, value]) =>
    typeof value === 'object'
      ? [section, key, measure, value.now, value.before]
      : [section, key, measure, value],
  );
}

function totals(numbers: ReportNumbers): Row[] {
  const { id, period, before, articles, stories, outlets, authors, events, records, excluded } = numbers;
  const { asked, mood: sentiment } = numbers;
  const { now, before: then } = sentiment;
  return [
    ...rowsOf(['period', id], {
      'first day': { now: period.first, before: before.first },
      'last day': { now: period.last, before: before.last },
    }),
    ...rowsOf(['total', ''], { articles, stories, outlets, authors, events, records, excluded }),
    ...rowsOf(['asked', ''], {
      articles: asked.articles,
      'events and records': asked.items,
      'share of voice': asked.voice,
    }),
    ...rowsOf(['tone', ''], {
      'articles with sentiment': { now: now.count, before: then.count },
      'sentiment thousandths': { now: now.sum, before: then.sum },
    }),
    ...TONES.map((tone): Row => ['tone', '', tone, countTone(now, tone), countTone(then, tone)]),
  ];
}

function days({ days: all }: ReportNumbers): Row[] {
  return all.flatMap(({ day, articles, before, mood: sentiment, asked, askedBefore }) =>
    rowsOf(['day', day], {
      articles: { now: articles, before },
      asked: { now: asked, before: askedBefore },
      ...Object.fromEntries(TONES.map((tone) => [tone, countTone(sentiment, tone)])),
    }),
  );
}

function voices({ found, foundBefore, service }: ReportNumbers): Row[] {
  return [
    ...voiceRows('voice found', found, { before: foundBefore, measures: FOUND_MEASURES }),
    ...voiceRows('voice counted', service?.now ?? [], {
      before: service?.before ?? [],
      measures: COUNTED_MEASURES,
    }),
  ];
}

const COUNTED_MEASURES = ['articles', 'share'] as const;
const FOUND_MEASURES = [...COUNTED_MEASURES, 'stories', 'storyShare', 'outlets', 'outletShare'] as const;

/** The rows of a share of voice: those of before are in the same order. */
function voiceRows<Measure extends string>(
  section: string,
  rows: readonly (Readonly<Record<Measure, number>> & { id: string })[],
  { before, measures }: { before: typeof rows; measures: readonly Measure[] },
): Row[] {
  return rows.flatMap((row, n) =>
    measures.map((measure): Row => [section, row.id, measure, row[measure], before[n]?.[measure] ?? '']),
  );
}

/** What is compared, the share of voice on the days with complete data, and the trend. */
function equalCoverage({ compared, voice, trend, completeness }: ReportNumbers): Row[] {
  return [
    ...rowsOf(['compared', ''], { equal: compared.isEqual ? 'yes' : 'no', why: compared.why ?? '' }),
    ...rowsOf(['complete', ''], { text: completeness.text }),
    ...rowsOf(['voice', ''], { days: voice.days.length, why: voice.why ?? '' }),
    ...voiceRows('voice', voice.rows, { before: voice.before, measures: FOUND_MEASURES }),
    ...trend.flatMap(({ first, articles, missing }) =>
      rowsOf(['trend', first], { articles, 'days without complete data': missing }),
    ),
  ];
}

/** The rows after the top ones, which have no numbers for the days before. */
function otherCounts({ others }: ReportNumbers): Row[] {
  const { outlets, authors, countries, languages, stories } = others;
  return [
    ...Object.entries({ outlet: outlets, author: authors, country: countries, language: languages }).flatMap(
      ([section, rows]) => rows.flatMap(({ key, articles }) => rowsOf([section, key], { articles })),
    ),
    ...stories.flatMap(({ id, title, articles }) => rowsOf(['story', id], { title, articles })),
  ];
}

function counts(section: string, rows: readonly CountRow[]): Row[] {
  return rows.flatMap(({ key, articles }) => rowsOf([section, key], { articles }));
}

function operations({ alerts, coverage, calls }: ReportNumbers): Row[] {
  const { made, told, held, silenced, joined, dropped, bySeverity } = alerts;
  const { due, checked, watches } = coverage;
  return [
    ...rowsOf(['alerts', ''], { made, told, held, silenced, joined, dropped, ...bySeverity }),
    ...rowsOf(['coverage', ''], { due, checked }),
    ...watches.flatMap((watch) => [
      ...rowsOf(['coverage', watch.watchId], {
        due: watch.due,
        checked: watch.checked,
        cut: watch.cutWindows,
        late: watch.lateWindows,
        open: watch.openWindows,
      }),
      ...rowsOf(['calls', watch.watchId], { recorded: watch.calls }),
    ]),
    ...rowsOf(['calls', ''], { recorded: calls.recorded, own: calls.own }),
    ...calls.months.flatMap(({ month, calls: all }) => rowsOf(['calls', month], { all })),
  ];
}
