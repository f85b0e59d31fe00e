import { listsAll } from '../../../domain/reports/build-report.ts';
import { sentimentSumOf } from '../../../domain/reports/day-rollup.ts';
import { dayReader } from '../../../domain/reports/period.ts';
import type { ReportNumbers } from '../../../domain/reports/report-numbers.ts';
import {
  countryName,
  formatCount,
  formatNumber,
  knownRank,
  shortDay,
  titleLine,
} from '../../text/format-values.ts';
import type { Links } from '../model/links.ts';
import { linked, type Section, tableOf } from '../model/report-model.ts';

/** The articles behind the numbers. Not collapsed: not every browser opens a collapsed part for a link into it. */
export function findingsSection(numbers: ReportNumbers, { page, groups }: Links): Section {
  const { examples, articles, period } = numbers;
  const section = { id: 'findings', title: 'Behind the numbers' };
  if (articles.now === 0) return { ...section, blocks: [{ text: 'No articles were found in these days.' }] };
  const size = formatCount(articles.now, 'article');
  const dayIn = dayReader(period.timezone);
  const listed = listsAll(numbers)
    ? `${size}, all listed here.`
    : [
        linked(size, page({})),
        `. ${formatNumber(examples.length)} are listed here: for each day, those of the most read outlets. The link opens the whole list.`,
      ];
  const table = tableOf(examples, {
    title: 'Articles, oldest first',
    look: 'cards',
    rowIds: 'f',
    key: () => '',
    columns: ({ text, tone, titles, data }) => [
      ...titles((one) => one),
      text('No.', (_, n) => String(n + 1)),
      text('Outlet', ({ domain }) => (domain === undefined ? '–' : titleLine(domain, 60))),
      data('Rank', ({ rank }) => knownRank(rank)),
      text('Country', ({ country }) => (country === undefined ? '–' : countryName(country))),
      text('Day', ({ at }) => shortDay(dayIn(at))),
      ...tone(({ mood }) => sentimentSumOf(mood === undefined ? mood : mood / 1_000)).slice(0, 1),
      data('Author', ({ author }) => author),
    ],
  });
  return {
    ...section,
    onPaper: size,
    blocks: [
      {
        text: [
          listed,
          ' The numbers in this report link to this section or to a list of their own. “No.” is the row of this table.',
        ],
      },
      { tables: [table] },
      { heading: 'Articles by number' },
      { groups: groups() },
    ],
  };
}
