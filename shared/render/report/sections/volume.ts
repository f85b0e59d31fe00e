import { neutralOf, type Tone } from '../../../domain/reports/sentiment-share.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { spanWords } from '../../../domain/reports/format-period.ts';
import { sharesOf } from '../../../domain/reports/shares.ts';
import { type Html, html } from '../../html/html.ts';
import { outletToneChart, pastOf, reachChart, toneChart, volumeChart } from '../charts/report-charts.ts';
import { dayAfter } from '../../../domain/reports/period.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import { counted, line, num, share, shortDay, tone } from '../words.ts';
import { changeCell, earlierCell, inBefore } from './earlier-numbers.ts';
import { behind, figure, legend, linked, numeric, words } from './table.ts';

/** Articles by day. */
export function volume(numbers: ReportNumbers, { linkTo, rows }: FindingsIndex): Html {
  const { days, articles, period, excluded, asked } = numbers;
  const earlier = { n: articles.before, asked: asked.articles.before, href: rows({ days: 'before' }) };
  const ofDayBefore = (day: string) => rows({ days: { day: dayAfter(day, -days.length) } });
  const left =
    excluded.now === 0
      ? ''
      : html`<p class="note">Left aside: ${linked(counted(excluded.now, 'finding holds', 'findings hold'), rows({ days: 'now', kind: 'excluded' }))} a phrase of the exclusions.</p>`;
  return html`<section id="volume"><h2>Volume</h2>
<p>${linked(counted(articles.now, 'article', 'articles'), articles.now === 0 ? undefined : '#findings')}${inBefore(earlier, period)}. An article counts on the day it was published, once, however many watches found it.</p>
${
  articles.now + articles.before === 0
    ? ''
    : html`${legend([
        { name: spanWords(period).now, colour: 'brand' },
        ...(pastOf(numbers).every((count) => count === null)
          ? []
          : [{ name: spanWords(period).before, colour: 'past', dashed: true }]),
      ])}${volumeChart(numbers)}`
}${notAsked(numbers)}
${behind({
  caption: 'Articles by day',
  head: [{ title: 'Day' }, { title: 'Articles', number: true }, { title: 'Before', number: true }],
  rows: days.map((day) => [
    words(shortDay(day.day)),
    earlierCell({
      n: day.articles,
      asked: day.asked === 'none' ? 'none' : 'all',
      href: linkTo(anchors.day(day.day)),
    }),
    earlierCell({ n: day.before, asked: day.askedBefore, href: ofDayBefore(day.day) }),
  ]),
})}${left}</section>`;
}

/** Days without a bar because nobody asked, and not because nobody wrote. */
function notAsked({ days }: ReportNumbers): Html {
  const open = days.filter(({ asked, articles }) => asked === 'none' && articles === 0);
  const [first, last] = [open[0], open.at(-1)];
  if (!first || !last) return html``;
  const named = open.length > 1 ? `${shortDay(first.day)} to ${shortDay(last.day)}` : shortDay(first.day);
  const which =
    open.length === days.length ? 'None of these days has been asked for yet.' : `Not asked for: ${named}.`;
  return html`<p class="note">${which}</p>`;
}

/** Sentiment over time and by outlet. */
export function toneSection(numbers: ReportNumbers, { linkTo, rows }: FindingsIndex): Html {
  const { mood: sentimentSum, days, topOutlets, articles, period, asked } = numbers;
  const rated = topOutlets.filter((outlet) => outlet.mood.count > 0);
  if (sentimentSum.now.count === 0) {
    return html`<section id="tone"><h2>Tone</h2><p>${
      articles.now === 0
        ? 'Nothing was found, so there is no tone.'
        : 'The service gave no sentiment for these articles: a watch asks for it with include_nlp_data, where the plan has it.'
    }</p></section>`;
  }
  const { count, negative, positive } = sentimentSum.now;
  const neutral = neutralOf(sentimentSum.now);
  const was =
    asked.articles.before === 'all' && sentimentSum.before.count > 0
      ? `, ${tone(sentimentSum.before)} ${spanWords(period).inBefore}`
      : '';
  const ofDay = (day: string, one: Tone) => rows({ days: { day }, tone: one }) ?? linkTo(anchors.day(day));
  return html`<section id="tone"><h2>Tone</h2>
<p>Mean ${tone(sentimentSum.now)} on a scale from −1 to +1${was}:
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
    figure(day.mood.negative, ofDay(day.day, 'negative')),
    figure(neutralOf(day.mood), ofDay(day.day, 'neutral')),
    figure(day.mood.positive, ofDay(day.day, 'positive')),
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
export function reachSection(numbers: ReportNumbers, { linkTo, rows }: FindingsIndex): Html {
  const { reach, articles, asked } = numbers;
  const shares = sharesOf(reach.map((band) => band.articles.now));
  const earlier = (id: string) => ({
    asked: asked.articles.before,
    href: rows({ days: 'before', reach: id }),
  });
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
    ...(asked.articles.before === 'none' ? [] : [{ title: 'Before', number: true }]),
    ...(asked.articles.before === 'all' ? [{ title: 'Change', number: true }] : []),
  ],
  rows: reach.map(({ id, label, articles: compared }, n) => [
    words(label),
    figure(compared.now, linkTo(anchors.band(id))),
    numeric(share(shares[n] ?? 0)),
    ...(asked.articles.before === 'none' ? [] : [earlierCell({ n: compared.before, ...earlier(id) })]),
    ...(asked.articles.before === 'all' ? [changeCell(compared, earlier(id))] : []),
  ]),
})}</section>`;
}
