import { spanWords } from '../../../domain/reports/format-period.ts';
import { dayAfter } from '../../../domain/time/instant.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { type Html, html } from '../../html/html.ts';
import { formatCount } from '../../text/format-count.ts';
import { countsBefore, volumeChart } from '../charts/report-charts.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import { shortDay } from '../format-days.ts';
import { earlierCell, inBefore } from './earlier-numbers.ts';
import { collapsedTable, legend, linked, textCell } from './table.ts';

/** Articles by day. */
export function volumeSection(numbers: ReportNumbers, { linkTo, rows }: FindingsIndex): Html {
  const { days, articles, period, excluded, asked } = numbers;
  const earlier = { n: articles.before, asked: asked.articles.before, href: rows({ days: 'before' }) };
  const dayBefore = (day: string) => rows({ days: { day: dayAfter(day, -days.length) } });
  const excludedNote =
    excluded.now === 0
      ? ''
      : html`<p class="note">Not counted: ${linked(formatCount(excluded.now, 'finding'), rows({ days: 'now', kind: 'excluded' }))} with an excluded phrase.</p>`;
  return html`<section id="volume"><h2>Volume</h2>
<p>${linked(formatCount(articles.now, 'article'), articles.now === 0 ? undefined : '#findings')}${inBefore(earlier, period)}. Each article counts once, on the day it was published.</p>
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
  head: [{ title: 'Day' }, { title: 'Articles', number: true }, { title: 'Before', number: true }],
  rows: days.map((day) => [
    textCell(shortDay(day.day)),
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
