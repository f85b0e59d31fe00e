import { spanWords } from '../../../domain/reports/period.ts';
import { dayAfter } from '../../../domain/time/instant.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { sharesOf } from '../../../domain/reports/shares.ts';
import { type Html, html } from '../../html/html.ts';
import { formatCount, formatShare, shortDay } from '../../text/format-values.ts';
import { countsBefore, reachChart, volumeChart } from '../charts/report-charts.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import { changeCell, earlierCell, inBefore } from './earlier-numbers.ts';
import { collapsedTable, countCell, legend, linked, numberCell, numberColumn } from './table.ts';

/** Articles by day. */
export function volumeSection(numbers: ReportNumbers, { linkTo, rows, earlier }: FindingsIndex): Html {
  const { days, articles, period, excluded } = numbers;
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
      ])}${volumeChart(numbers)}`
}${missingDays(numbers)}
${collapsedTable({
  caption: 'Articles by day',
  head: ['Day', numberColumn('Articles'), numberColumn('Before')],
  rows: days.map((day) => [
    shortDay(day.day),
    earlierCell({
      n: day.articles,
      asked: day.asked === 'none' ? 'none' : 'all',
      href: linkTo(anchors.day(day.day)),
    }),
    earlierCell({ n: day.before, asked: day.askedBefore, href: dayBefore(day.day) }),
  ]),
})}${excludedNote}</section>`;
}

/** The days that have no bar because there is no data. */
function missingDays({ days }: ReportNumbers): Html {
  const missing = days.filter(({ asked, articles }) => asked === 'none' && articles === 0);
  const [first, last] = [missing[0], missing.at(-1)];
  if (!first || !last) return html``;
  const named = missing.length > 1 ? `${shortDay(first.day)} to ${shortDay(last.day)}` : shortDay(first.day);
  return html`<p class="note">No data yet for ${missing.length === days.length ? 'any of these days' : named}.</p>`;
}

/** Articles by the rank of their outlets. */
export function reachSection(numbers: ReportNumbers, { linkTo, rows }: FindingsIndex): Html {
  const { reach, articles } = numbers;
  const { before } = numbers.asked.articles;
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
    ...(before === 'none' ? [] : [numberColumn('Before')]),
    ...(before === 'all' ? [numberColumn('Change')] : []),
  ],
  rows: reach.map(({ id, label, articles: compared }, n) => [
    label,
    countCell(compared.now, linkTo(anchors.reach(id))),
    numberCell(formatShare(shares[n] ?? 0)),
    ...(before === 'none' ? [] : [earlierCell({ n: compared.before, ...earlier(id) })]),
    ...(before === 'all' ? [changeCell(compared, earlier(id))] : []),
  ]),
})}</section>`;
}
