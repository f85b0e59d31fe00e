import { listsAll } from '../../../domain/reports/build-report.ts';
import { sentimentSumOf } from '../../../domain/reports/sentiment-share.ts';
import { dayReader } from '../../../domain/reports/period.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { type Html, html } from '../../html/html.ts';
import type { FindingsIndex, Group } from '../findings-index.ts';
import { countryName, line, num, shortDay, tone } from '../words.ts';
import { linked, numeric, table, titleOf, words } from './table.ts';

/** So many places of a group are written out. */
const MOST_PLACES = 60;

/**
 * The articles that the numbers rest on, and which of them stand behind which number: open, because not every browser
 * opens what is folded for a link that leads into it.
 */
export function findingsSection(numbers: ReportNumbers, { groups, rows }: FindingsIndex): Html {
  const { examples, articles, period } = numbers;
  if (articles.now === 0)
    return html`<section id="findings"><h2>Behind the numbers</h2><p>Nothing was found in these days.</p></section>`;
  const dayIn = dayReader(period.timezone);
  const which = listsAll(numbers)
    ? articles.now === 1
      ? 'The one article is listed.'
      : `All ${num(articles.now)} articles are listed.`
    : html`Of ${linked(`${num(articles.now)} articles`, rows({ days: 'now' }))} ${num(examples.length)} are listed here: of each day, those of the most read outlets. The link leads to all of them.`;
  return html`<section id="findings"><h2>Behind the numbers</h2>
<p>${which} Numbers in this report lead here, or to a list of their own. “No.” counts the rows of this table.</p>
${table({
  caption: 'Articles, oldest first',
  cards: true,
  head: [
    { title: 'No.' },
    { title: 'Title' },
    { title: 'Outlet' },
    { title: 'Country' },
    { title: 'Day' },
    { title: 'Tone', number: true },
  ],
  rows: examples.map(({ title, link, domain, country, at, mood: sentimentSum }, index) => [
    words(html`<span id="f${index + 1}">${index + 1}</span>`),
    words(html`<span class="lead">${titleOf(title, link)}</span>`),
    words(domain === undefined ? '–' : line(domain, 60)),
    words(country === undefined ? '–' : countryName(country)),
    words(shortDay(dayIn(at))),
    numeric(tone(sentimentSumOf(sentimentSum === undefined ? undefined : sentimentSum / 1_000))),
  ]),
})}
<div class="screen"><h3>Which articles stand behind which number</h3>
<dl class="groups">${groups.map(groupEntry)}</dl></div></section>`;
}

function groupEntry({ anchor, label, articles, places, all }: Group): Html {
  const shown = places.slice(0, MOST_PLACES);
  const left = articles - shown.length;
  return html`<div id="${anchor}"><dt>${label}: ${num(articles)}</dt><dd>${shown.map(
    (place) => html`<a href="#f${place}">${place}</a> `,
  )}${left > 0 ? html`and ${linked(`${num(left)} more`, all)}` : ''}</dd></div>`;
}
