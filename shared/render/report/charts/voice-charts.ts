import type { FoundVoiceRow, VoiceRow } from '../../../domain/reports/report-numbers.ts';
import type { Html } from '../../html/html.ts';
import { formatShare, titleLine } from '../../text/format-values.ts';
import { GRID, hiddenAxis, nameAxis } from './axes.ts';
import { drawChart } from './draw-chart.ts';
import { PALETTE, voiceColour } from './palette.ts';

/** The share of voice: a bar each for articles, stories and outlets; a part for each name. */
export function voiceChart(rows: readonly FoundVoiceRow[]): Html {
  const bars = [
    { name: 'Outlets', of: (row: FoundVoiceRow) => row.outletShare },
    { name: 'Stories', of: (row: FoundVoiceRow) => row.storyShare },
    { name: 'Articles', of: (row: FoundVoiceRow) => row.share },
  ];
  const [own] = rows;
  return stackedShares({
    id: 'voice',
    title: 'Share of voice by articles, stories and outlets',
    description: own
      ? `${titleLine(own.name)}: ${formatShare(own.share)} of articles, ${formatShare(own.storyShare)} of stories, ${formatShare(own.outletShare)} of outlets.`
      : '',
    names: bars.map(({ name }) => name),
    parts: rows.map((row) => bars.map(({ of }) => of(row))),
  });
}

/** The share of voice by the articles that the news service counts, now and before. */
export function serviceVoiceChart(given: { now: readonly VoiceRow[]; before: readonly VoiceRow[] }): Html {
  const [own] = given.now;
  const hasBefore = given.before.some(({ articles }) => articles > 0);
  return stackedShares({
    id: 'service-voice',
    title: 'Share of voice by articles that the news service counts',
    description: own ? `${titleLine(own.name)}: ${formatShare(own.share)} of articles.` : '',
    names: hasBefore ? ['Before', 'Now'] : ['Now'],
    parts: given.now.map((row, index) => [
      ...(hasBefore ? [given.before[index]?.share ?? 0] : []),
      row.share,
    ]),
  });
}

function stackedShares(given: {
  id: string;
  title: string;
  description: string;
  names: readonly string[];
  /** The shares of each name, one for each bar. */
  parts: readonly (readonly number[])[];
}): Html {
  const { names, parts, ...head } = given;
  return drawChart({
    ...head,
    height: 26 + 40 * names.length,
    option: ({ narrow }) => ({
      grid: { ...GRID, top: 4 },
      xAxis: hiddenAxis({ max: 1_000 }),
      yAxis: nameAxis(names, { axisLine: { show: false } }),
      series: parts.map((shares, index) => ({
        type: 'bar',
        stack: 'all',
        barWidth: 24,
        itemStyle: { color: PALETTE[voiceColour(index)], borderColor: PALETTE.ground, borderWidth: 1 },
        data: shares.map((value) => ({ value, label: labelOf(value, narrow) })),
      })),
    }),
  });
}

/** Small parts have no label. */
function labelOf(value: number, narrow: boolean): object {
  const show = value >= (narrow ? 160 : 80);
  return { show, formatter: formatShare(value), color: PALETTE.ground, fontSize: 12, fontWeight: 600 };
}
