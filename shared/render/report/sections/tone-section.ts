import { spanWords } from '../../../domain/reports/period.ts';
import type { OutletRow, ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import type { SentimentTone } from '../../../domain/reports/rollup/sentiment-share.ts';
import { type Html, html, joinParts } from '../../html/html.ts';
import { formatCount, formatNumber, formatTone, shortDay, titleLine } from '../../text/format-values.ts';
import { outletToneChart, toneChart } from '../charts/report-charts.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import { countTone, TONES } from '../tones.ts';
import { collapsedTable, countCell, legend, linked, numberCell, numberColumn } from './table.ts';

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
