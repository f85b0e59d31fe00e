import { comparedLevel } from '../../../domain/reports/unequal-coverage.ts';
import { listWords } from '../../../domain/reports/day-names.ts';
import { spanWords } from '../../../domain/reports/period.ts';
import type { OutletRow, ReportNumbers, TrendRow } from '../../../domain/reports/report-numbers.ts';
import { countTone, type SentimentTone, TONES } from '../../../domain/reports/day-rollup.ts';
import { sharesOf } from '../../../domain/reports/voice-rows.ts';
import { dayAfter } from '../../../domain/time/instant.ts';
import {
  formatCount,
  formatNumber,
  formatShare,
  formatTone,
  shortDay,
  titleLine,
} from '../../text/format-values.ts';
import { html, type Html, joinParts } from '../../text/html.ts';
import {
  countsBefore,
  outletToneChart,
  reachChart,
  toneChart,
  trendChart,
  volumeChart,
} from '../report-charts.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import {
  changeCell,
  collapsedTable,
  countCell,
  earlierCell,
  inBefore,
  legend,
  linked,
  numberCell,
  numberColumn,
} from './table.ts';

/** Articles by day. */
export function volumeSection(numbers: ReportNumbers, { linkTo, rows, earlier }: FindingsIndex): Html {
  const { days, articles, period, excluded, compared } = numbers;
  const dayBefore = (day: string) => rows({ days: { day: dayAfter(day, -days.length) } });
  const excludedNote =
    excluded.now === 0
      ? ''
      : html`<p class="note">Not counted: ${linked(formatCount(excluded.now, 'finding'), rows({ days: 'now', kind: 'excluded' }))} with an excluded phrase or topic.</p>`;
  return html`<section id="volume"><h2>Volume</h2>
<p>${linked(formatCount(articles.now, 'article'), articles.now === 0 ? undefined : '#findings')}${inBefore({ n: articles.before, ...earlier }, period)}. Each article counts once, on the day it was published.</p>
${
  articles.now + articles.before === 0
    ? ''
    : html`${legend([
        { name: spanWords(period).now, colour: 'brand' },
        ...(countsBefore(numbers).every((count) => count === null)
          ? []
          : [{ name: spanWords(period).before, colour: 'past', dashed: true }]),
        ...(numbers.gap === undefined ? [] : [{ name: 'incomplete data', colour: 'hatch' }]),
      ])}${volumeChart(numbers)}`
}${missingDays(numbers)}
${collapsedTable({
  caption: 'Articles by day',
  head: ['Day', numberColumn('Articles'), ...(compared.isEqual ? [numberColumn('Before')] : [])],
  rows: days.map((day) => [
    shortDay(day.day),
    earlierCell({
      n: day.articles,
      asked: day.asked === 'none' ? 'none' : 'all',
      href: linkTo(anchors.day(day.day)),
    }),
    ...(compared.isEqual
      ? [earlierCell({ n: day.before, asked: day.askedBefore, href: dayBefore(day.day) })]
      : []),
  ]),
})}${excludedNote}</section>`;
}

/** The articles of the last periods; nothing where there is only one. */
export function trendSection(numbers: ReportNumbers): Html {
  const { trend } = numbers;
  if (trend.length < 2) return html``;
  const length = formatCount(numbers.days.length, 'day');
  const gaps = trend.filter(({ missing }) => missing > 0);
  const note =
    gaps.length === 0
      ? ''
      : html`<p class="note">Hatched, without complete data: ${gaps.length === trend.length ? 'any of these periods' : listWords(joinedRows(gaps).map(rowName), gaps.length)}.</p>`;
  return html`<section id="trend"><h2>The last ${formatCount(trend.length, 'period')}</h2>
<p>Articles in each period of ${length}, the latest on the right. A bar is named after its first day.</p>
${trendChart(numbers)}${note}${collapsedTable({
  caption: 'Articles by period',
  head: ['Period', numberColumn('Articles'), numberColumn('Days without complete data')],
  rows: trend.map((row) => [
    rowName(row),
    numberCell(formatNumber(row.articles)),
    numberCell(formatNumber(row.missing)),
  ]),
})}</section>`;
}

/** Periods that follow each other, as one. */
function joinedRows(rows: readonly TrendRow[]): Pick<TrendRow, 'first' | 'last'>[] {
  const joined: Pick<TrendRow, 'first' | 'last'>[] = [];
  for (const { first, last } of rows) {
    const before = joined.at(-1);
    if (before && dayAfter(before.last) === first) joined.splice(-1, 1, { first: before.first, last });
    else joined.push({ first, last });
  }
  return joined;
}

function rowName({ first, last }: Pick<TrendRow, 'first' | 'last'>): string {
  return first === last ? shortDay(first) : `${shortDay(first)} to ${shortDay(last)}`;
}

/** The days for which data is missing: they are hatched in the charts. */
function missingDays({ days, gap }: ReportNumbers): Html {
  if (gap === undefined) return html``;
  const none = days.every(({ asked, articles }) => asked === 'none' && articles === 0);
  if (none) return html`<p class="note">No data yet for any of these days.</p>`;
  return html`<p class="note">Hatched, without complete data: ${titleLine(gap, 400)}.</p>`;
}

/** Articles by the rank of their outlets. */
export function reachSection(numbers: ReportNumbers, { linkTo, rows }: FindingsIndex): Html {
  const { reach, articles } = numbers;
  const before = comparedLevel(numbers);
  const shares = sharesOf(reach.map((band) => band.articles.now));
  const earlier = (id: string) => ({ asked: before, href: rows({ days: 'before', reach: id }) });
  if (articles.now === 0) return html``;
  return html`<section id="reach"><h2>Reach</h2>
<p>Articles by the rank of their outlets. A lower rank means more readers.</p>
${reachChart(numbers)}
${collapsedTable({
  caption: 'Articles by rank',
  head: [
    'Rank',
    numberColumn('Articles'),
    numberColumn('Share'),
    ...(before === 'all' ? [numberColumn('Before'), numberColumn('Change')] : []),
  ],
  rows: reach.map(({ id, label, articles: compared }, n) => [
    label,
    countCell(compared.now, linkTo(anchors.reach(id))),
    numberCell(formatShare(shares[n] ?? 0)),
    ...(before === 'all'
      ? [earlierCell({ n: compared.before, ...earlier(id) }), changeCell(compared, earlier(id))]
      : []),
  ]),
})}</section>`;
}

/** Sentiment by day and by outlet. */
export function toneSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const { mood: sentiment, articles, period, compared, noTone } = numbers;
  const { linkTo } = index;
  if (noTone !== undefined)
    return html`<section id="tone"><h2>Tone</h2><p>${titleLine(noTone, 600)} The list of articles shows the tone of each.</p></section>`;
  if (sentiment.now.count === 0) {
    return html`<section id="tone"><h2>Tone</h2><p>${
      articles.now === 0
        ? 'No articles were found.'
        : 'The service gave no sentiment for these articles. If your plan includes sentiment, add include_nlp_data: true to the query of the watch.'
    }</p></section>`;
  }
  const { count } = sentiment.now;
  const counts = TONES.map((tone) =>
    linked(`${formatNumber(countTone(sentiment.now, tone))} ${tone}`, linkTo(anchors.tone(tone))),
  );
  const before =
    compared.isEqual && sentiment.before.count > 0
      ? `, ${formatTone(sentiment.before)} ${spanWords(period).inBefore}`
      : '';
  return html`<section id="tone"><h2>Tone</h2>
<p>Mean ${formatTone(sentiment.now)} on a scale from −1 to +1${before}, of ${formatNumber(count)} of ${formatCount(articles.now, 'article')}: those with a sentiment. ${joinParts(counts)}.</p>
${legend([
  { name: 'negative (below −0.2)', colour: 'negative' },
  { name: 'neutral', colour: 'neutral' },
  { name: 'positive (above 0.2)', colour: 'positive' },
])}${toneChart(numbers)}
${toneByDay(numbers, index)}
${toneByOutlet(numbers, index)}</section>`;
}

function toneByDay({ days }: ReportNumbers, { linkTo, rows }: FindingsIndex): Html {
  const link = (day: string, tone: SentimentTone) =>
    rows({ days: { day }, tone }) ?? linkTo(anchors.day(day));
  return collapsedTable({
    caption: 'Tone by day',
    head: ['Day', ...['Negative', 'Neutral', 'Positive'].map(numberColumn), numberColumn('Mean')],
    rows: days.map(({ day, mood: sentiment }) => [
      linked(shortDay(day), linkTo(anchors.day(day))),
      ...TONES.map((tone) => countCell(countTone(sentiment, tone), link(day, tone))),
      numberCell(formatTone(sentiment)),
    ]),
  });
}

function toneByOutlet({ topOutlets }: ReportNumbers, { linkTo }: FindingsIndex): Html {
  const hasTone = ({ mood: sentiment }: OutletRow) => sentiment.count > 0;
  const rated = topOutlets.filter(hasTone);
  if (rated.length === 0) return html``;
  return html`<h3>By outlet</h3>${outletToneChart(rated)}${collapsedTable({
    caption: 'Tone by outlet',
    head: ['Outlet', numberColumn('Articles with sentiment'), numberColumn('Mean')],
    rows: rated.map((outlet) => [
      titleLine(outlet.name ?? outlet.domain, 60),
      countCell(outlet.mood.count, linkTo(anchors.outlet(topOutlets.indexOf(outlet)))),
      numberCell(formatTone(outlet.mood)),
    ]),
  })}`;
}
