import { listsAll } from '../../../domain/reports/build-report.ts';
import { dayReader } from '../../../domain/reports/period.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { sentimentSumOf } from '../../../domain/reports/rollup/sentiment-share.ts';
import { type Html, html } from '../../html/html.ts';
import { formatCount, formatNumber, formatTone, shortDay, titleLine } from '../../text/format-values.ts';
import { countryName } from '../../text/outlet-facts.ts';
import type { FindingsIndex, Group } from '../findings-index.ts';
import { exampleTitle, linked, numberCell, numberColumn, table } from './table.ts';

/** How many articles of a group are listed. */
const MOST_PLACES = 60;

/** The articles behind the numbers. Not collapsed: not every browser opens a collapsed part for a link into it. */
export function findingsSection(numbers: ReportNumbers, { groups, rows, link }: FindingsIndex): Html {
  const { examples, articles, period } = numbers;
  if (articles.now === 0)
    return html`<section id="findings"><h2>Behind the numbers</h2><p>No articles were found in these days.</p></section>`;
  const dayIn = dayReader(period.timezone);
  const where =
    link === undefined
      ? 'The page of this report lists them.'
      : `They are listed at ${link}, where the numbers of this report link to the articles behind them.`;
  const listed = listsAll(numbers)
    ? `${formatCount(articles.now, 'article')}, all listed here.`
    : html`${linked(formatCount(articles.now, 'article'), rows({ days: 'now' }))}. ${formatNumber(examples.length)} are listed here: for each day, those of the most read outlets. The link opens the whole list.`;
  return html`<section id="findings"><h2>Behind the numbers</h2>
<p class="print">${formatCount(articles.now, 'article')}. ${where}</p>
<div class="screen"><p>${listed} The numbers in this report link to this section or to a list of their own. “No.” is the row of this table.</p>
${table({
  caption: 'Articles, oldest first',
  cards: true,
  head: ['No.', 'Title', 'Outlet', 'Country', 'Day', numberColumn('Tone')],
  rows: examples.map(({ title, english, link, domain, country, at, mood: sentiment }, index) => [
    html`<span id="f${index + 1}">${index + 1}</span>`,
    html`<span class="lead">${exampleTitle({ title, english, link })}</span>`,
    domain === undefined ? '–' : titleLine(domain, 60),
    country === undefined ? '–' : countryName(country),
    shortDay(dayIn(at)),
    numberCell(formatTone(sentimentSumOf(sentiment === undefined ? undefined : sentiment / 1_000))),
  ]),
})}
<h3>Articles by number</h3>
<dl class="groups">${groups.map(groupEntry)}</dl></div></section>`;
}

function groupEntry({ anchor, label, articles, places, all }: Group): Html {
  const shown = places.slice(0, MOST_PLACES);
  const left = articles - shown.length;
  return html`<div id="${anchor}"><dt>${label}: ${formatNumber(articles)}</dt><dd>${shown.map(
    (place) => html`<a href="#f${place}">${place}</a> `,
  )}${left > 0 ? html`and ${linked(`${formatNumber(left)} more`, all)}` : ''}</dd></div>`;
}
