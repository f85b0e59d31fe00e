import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import { sharesOf } from '../../../domain/reports/shares.ts';
import { type Html, html } from '../../html/html.ts';
import { reachChart } from '../charts/report-charts.ts';
import { anchors, type FindingsIndex } from '../findings-index.ts';
import { formatShare } from '../format-values.ts';
import { changeCell, earlierCell } from './earlier-numbers.ts';
import { collapsedTable, countCell, numberCell, textCell } from './table.ts';

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
    { title: 'Rank' },
    { title: 'Articles', number: true },
    { title: 'Share', number: true },
    ...(before === 'none' ? [] : [{ title: 'Before', number: true }]),
    ...(before === 'all' ? [{ title: 'Change', number: true }] : []),
  ],
  rows: reach.map(({ id, label, articles: compared }, n) => [
    textCell(label),
    countCell(compared.now, linkTo(anchors.reach(id))),
    numberCell(formatShare(shares[n] ?? 0)),
    ...(before === 'none' ? [] : [earlierCell({ n: compared.before, ...earlier(id) })]),
    ...(before === 'all' ? [changeCell(compared, earlier(id))] : []),
  ]),
})}</section>`;
}
