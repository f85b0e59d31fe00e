import { neutralOf } from '../../../domain/report/mood.ts';
import type { ReportNumbers } from '../../../domain/report/report-numbers.ts';
import { type Html, html } from '../../pages/html.ts';
import { outletToneChart, reachChart, toneChart, volumeChart } from '../charts/report-charts.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import { before, change, counted, line, num, share, shortDay, tone } from '../words.ts';
import { behind, figure, legend, linked, numeric, words } from './table.ts';

/** Articles by day. */
export function volume(numbers: ReportNumbers, { linkTo }: FindingsIndex): Html {
  const { days, articles, period, excluded } = numbers;
  const left =
    excluded.now === 0
      ? ''
      : html`<p class="note">Left aside: ${counted(excluded.now, 'article holds a phrase', 'articles hold a phrase')} that means something else.</p>`;
  return html`<section id="volume"><h2>Volume</h2>
<p>${linked(counted(articles.now, 'article', 'articles'), '#findings')}, ${num(articles.before)} in ${before(period)}. An article counts on the day it was published, once, however many watches found it.</p>
${
  articles.now + articles.before === 0
    ? ''
    : html`${legend([
        { name: 'these days', colour: 'brand' },
        { name: before(period), colour: 'past', dashed: true },
      ])}${volumeChart(numbers)}`
}
${behind({
  caption: 'Articles by day',
  head: [{ title: 'Day' }, { title: 'Articles', number: true }, { title: 'Before', number: true }],
  rows: days.map((day) => [
    words(shortDay(day.day)),
    figure(day.articles, linkTo(anchors.day(day.day))),
    figure(day.before),
  ]),
})}${left}</section>`;
}

/** Sentiment over time and by outlet. */
export function toneSection(numbers: ReportNumbers, { linkTo }: FindingsIndex): Html {
  const { mood, days, topOutlets, articles, period } = numbers;
  const rated = topOutlets.filter((outlet) => outlet.mood.count > 0);
  if (mood.now.count === 0) {
    return html`<section id="tone"><h2>Tone</h2><p>${
      articles.now === 0
        ? 'There was nothing to have a tone.'
        : 'The service gave no sentiment for these articles: a watch asks for it with include_nlp_data, where the plan has it.'
    }</p></section>`;
  }
  const { count, negative, positive } = mood.now;
  const neutral = neutralOf(mood.now);
  return html`<section id="tone"><h2>Tone</h2>
<p>Mean ${tone(mood.now)} on a scale from −1 to +1, ${tone(mood.before)} in ${before(period)}:
${linked(`${num(negative)} negative`, linkTo(anchors.tone('negative')))},
${linked(`${num(neutral)} neutral`, linkTo(anchors.tone('neutral')))} and
${linked(`${num(positive)} positive`, linkTo(anchors.tone('positive')))}.
${count < articles.now ? `The service gave a sentiment for ${num(count)} of ${counted(articles.now, 'article', 'articles')}.` : ''}</p>
${legend([
  { name: 'negative (below −0.2)', colour: 'negative' },
  { name: 'neutral', colour: 'neutral' },
  { name: 'positive (above 0.2)', colour: 'positive' },
])}${toneChart(numbers)}
${behind({
  caption: 'Tone by day',
  head: [
    { title: 'Day' },
    { title: 'Negative', number: true },
    { title: 'Neutral', number: true },
    { title: 'Positive', number: true },
    { title: 'Mean', number: true },
  ],
  rows: days.map((day) => [
    words(linked(shortDay(day.day), linkTo(anchors.day(day.day)))),
    figure(day.mood.negative),
    figure(neutralOf(day.mood)),
    figure(day.mood.positive),
    numeric(tone(day.mood)),
  ]),
})}
${
  rated.length === 0
    ? ''
    : html`<h3>By outlet</h3>${outletToneChart(rated)}${behind({
        caption: 'Tone by outlet',
        head: [
          { title: 'Outlet' },
          { title: 'Articles with a tone', number: true },
          { title: 'Mean', number: true },
        ],
        rows: topOutlets.flatMap((outlet, n) =>
          outlet.mood.count === 0
            ? []
            : [
                [
                  words(line(outlet.name ?? outlet.domain, 60)),
                  figure(outlet.mood.count, linkTo(anchors.outlet(n))),
                  numeric(tone(outlet.mood)),
                ],
              ],
        ),
      })}`
}</section>`;
}

/** Reach by source rank. */
export function reachSection(numbers: ReportNumbers, { linkTo }: FindingsIndex): Html {
  const { reach, articles } = numbers;
  if (articles.now === 0) return html``;
  return html`<section id="reach"><h2>Reach</h2>
<p>Articles by the rank of their outlets; the lower the rank, the more people read it.</p>
${reachChart(numbers)}
${behind({
  caption: 'Articles by rank',
  head: [
    { title: 'Rank' },
    { title: 'Articles', number: true },
    { title: 'Share', number: true },
    { title: 'Before', number: true },
    { title: 'Change', number: true },
  ],
  rows: reach.map(({ id, label, articles: compared }) => [
    words(label),
    figure(compared.now, linkTo(anchors.band(id))),
    numeric(share(Math.round((compared.now / articles.now) * 1_000))),
    figure(compared.before),
    numeric(change(compared)),
  ]),
})}</section>`;
}
