import type { FoundVoiceRow, ReportNumbers, ServiceVoice } from '../../../domain/reports/report-numbers.ts';
import { spanWords } from '../../../domain/reports/period.ts';
import type { Window } from '../../../domain/time/instant.ts';
import { html, type Html } from '../../text/html.ts';
import { formatMinute, formatNumber, formatShare, titleLine } from '../../text/format-values.ts';
import { serviceVoiceChart, voiceChart } from '../report-charts.ts';
import { voiceColour } from '../draw-chart.ts';
import type { FindingsIndex } from '../findings-index.ts';
import { collapsedTable, countCell, legend, numberCell, numberColumn } from './table.ts';
import { comparableCounts } from '../../../domain/reports/voice-rows.ts';

/**
 * The share of voice by the findings of the watches, and by the counts of the news service for names without a watch.
 */
export function voiceSection(numbers: ReportNumbers, index: FindingsIndex): Html {
  const { found, service, uncounted } = numbers;
  if (found.length < 2 && !service && uncounted.length === 0) return html``;
  const missing =
    uncounted.length === 0
      ? ''
      : html`<p class="note">Not compared: ${uncounted.map((name) => titleLine(name, 60)).join(', ')}. The news service did not answer when this report was written. Write the report again, or add a watch for each name.</p>`;
  return html`<section id="voice"><h2>Share of voice</h2>
${found.length > 1 ? foundVoice(numbers, index) : ''}
${service ? serviceVoice(service, numbers) : ''}${missing}</section>`;
}

function foundVoice(numbers: ReportNumbers, { rows: findingsLink }: FindingsIndex): Html {
  const { voice, period, brand, days: all } = numbers;
  const { rows, before, days, why } = voice;
  if (days.length === 0) return html`<p>${titleLine(why ?? '', 600)}</p>`;
  const isEmpty = rows.every(({ articles }) => articles === 0);
  const chart = isEmpty
    ? html`<p class="note">No articles were found about any of them.</p>`
    : html`${voiceLegend(rows)}
${voiceChart(rows)}`;
  // A number over some of the days has no list of its own.
  const isWhole = days.length === all.length;
  const link = (id: string, span: 'now' | 'before') =>
    isWhole ? findingsLink({ days: span, ...(id !== brand.id && { brand: id }) }) : undefined;
  const isComparable = before.length > 0;
  const cells = (row: FoundVoiceRow, index: number) => {
    const own = (section: string) => (isWhole ? section : undefined);
    const count = (n: number, section: string) =>
      countCell(n, index === 0 ? own(section) : link(row.id, 'now'));
    const earlier = before[index];
    return [
      titleLine(row.name, 60),
      count(row.articles, '#findings'),
      numberCell(formatShare(row.share)),
      count(row.stories, '#stories'),
      numberCell(formatShare(row.storyShare)),
      count(row.outlets, '#outlets'),
      numberCell(formatShare(row.outletShare)),
      ...(isComparable
        ? [
            countCell(earlier?.articles ?? 0, link(row.id, 'before')),
            numberCell(formatShare(earlier?.share ?? 0)),
          ]
        : []),
    ];
  };
  const missing = isComparable
    ? ''
    : html`<p class="note">Shares of ${spanWords(period).before} are not shown, because the data about these names is incomplete.</p>`;
  return html`<p>Articles, stories and outlets that the watches of each name found. Each counts once.${why === undefined ? '' : ` ${titleLine(why, 600)}`}</p>
${chart}
${collapsedTable({
  caption: 'Share of voice by findings',
  head: [
    'Name',
    numberColumn('Articles'),
    numberColumn('Share'),
    numberColumn('Stories'),
    numberColumn('Share'),
    numberColumn('Outlets'),
    numberColumn('Share'),
    ...(isComparable ? BEFORE : []),
  ],
  rows: rows.map(cells),
})}${missing}`;
}

const BEFORE = [numberColumn('Articles before'), numberColumn('Share before')];

function voiceLegend(rows: readonly { name: string }[]): Html {
  return legend(rows.map(({ name }, index) => ({ name: titleLine(name, 40), colour: voiceColour(index) })));
}

function serviceVoice({ now, window, windowBefore }: ServiceVoice, numbers: ReportNumbers): Html {
  const { timezone } = numbers.period;
  const before = comparableCounts(numbers);
  const isComparable = before.length > 0;
  const total = now.reduce((sum, { articles }) => sum + articles, 0);
  return html`<h3 id="service">Counted by the news service</h3>
<p>For competitors without a watch, the service counts all articles that contain one of the names: ${formatNumber(total)} in total. Bellwether does not store these articles, so they are not among the findings. The table of queries shows what was counted.${numbers.serviceGap === undefined ? '' : ` ${numbers.serviceGap}`}</p>
${
  total === 0
    ? ''
    : html`${voiceLegend(now)}
${serviceVoiceChart({ now, before })}`
}
${collapsedTable({
  caption: 'Share of voice by the counts of the service',
  head: ['Name', numberColumn('Articles'), numberColumn('Share'), ...(isComparable ? BEFORE : [])],
  rows: now.map((row, index) => [
    titleLine(row.name, 60),
    countCell(row.articles, '#service-asked'),
    numberCell(formatShare(row.share)),
    ...(isComparable
      ? [
          countCell(before[index]?.articles ?? 0, '#service-asked'),
          numberCell(formatShare(before[index]?.share ?? 0)),
        ]
      : []),
  ]),
})}
<div id="service-asked">${collapsedTable({
    caption: 'Queries to the service',
    head: ['Name', 'Articles that contain', 'But not'],
    rows: now.map(({ name, names, exclude }) => [
      titleLine(name, 60),
      names.map(quoted).join(' or '),
      exclude.length === 0 ? '–' : exclude.map(quoted).join(', '),
    ]),
  })}<p class="note">Published from ${spanText(window, timezone)}. Before: from ${spanText(windowBefore, timezone)}.</p></div>`;
}

function quoted(text: string): string {
  return `“${titleLine(text, 60)}”`;
}

/** `2026-11-16 00:00 to 2026-11-23 00:00` */
function spanText({ from, to }: Window, timezone: string): string {
  return `${formatMinute(from, timezone)} to ${formatMinute(to, timezone)}`;
}
