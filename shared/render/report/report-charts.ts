import { spanWords } from '../../domain/reports/period.ts';
import type {
  FoundVoiceRow,
  OutletRow,
  ReportNumbers,
  VoiceRow,
} from '../../domain/reports/report-numbers.ts';
import { countTone, meanSentiment, TONES } from '../../domain/reports/day-rollup.ts';
import {
  dayOfMonth,
  formatCount,
  formatNumber,
  formatShare,
  formatTone,
  titleLine,
} from '../text/format-values.ts';
import type { Html } from '../text/html.ts';
import {
  countAxis,
  drawChart,
  GRID,
  hiddenAxis,
  labelWidth,
  nameAxis,
  PALETTE,
  voiceColour,
} from './draw-chart.ts';

/**
 * The counts of the days before; null, a gap in the line, for a day without complete data. None where they are not
 * compared.
 */
export function countsBefore({
  days,
  compared,
}: Pick<ReportNumbers, 'days' | 'compared'>): (number | null)[] {
  if (!compared.isEqual) return days.map(() => null);
  return days.map(({ before: count, askedBefore }) => (askedBefore === 'all' ? count : null));
}

/** Articles by day, compared with the days before. Days without complete data are hatched. */
export function volumeChart(numbers: ReportNumbers): Html {
  const { days, articles, period, compared } = numbers;
  const past = countsBefore(numbers);
  const most = Math.max(1, ...days.map((day) => day.articles), ...past.map((count) => count ?? 0));
  return drawChart({
    id: 'volume',
    title: 'Articles by day',
    description: `${formatCount(articles.now, 'article')} over ${formatCount(days.length, 'day')}${compared.isEqual ? `, ${formatNumber(articles.before)} ${spanWords(period).inBefore}` : ''}. The table below shows the numbers.`,
    height: 230,
    narrowHeight: 200,
    option: () => ({
      ...dayAxes(days),
      series: [
        ...hatchedBars(
          days.map(({ missing }) => missing.length > 0),
          most,
        ),
        bars(days.map((day) => day.articles)),
        {
          type: 'line',
          data: past,
          symbol: past.filter((count) => count !== null).length > 1 ? 'none' : 'circle',
          lineStyle: { color: PALETTE.past, width: 2, type: [5, 4] },
          itemStyle: { color: PALETTE.past },
        },
      ],
    }),
  });
}

/** Articles in the last periods. Periods with days without complete data are hatched. */
export function trendChart({ trend }: Pick<ReportNumbers, 'trend'>): Html {
  const counts = trend.map(({ articles }) => articles);
  const names = trend.map(({ first }) => dayOfMonth(first));
  return drawChart({
    id: 'trend',
    title: 'Articles in the last periods',
    description: trend.map((row, index) => `from ${names[index]}: ${formatNumber(row.articles)}`).join(', '),
    height: 190,
    narrowHeight: 170,
    option: () => ({
      grid: GRID,
      xAxis: nameAxis(names),
      yAxis: countAxis(),
      series: [
        ...hatchedBars(
          trend.map(({ missing }) => missing > 0),
          Math.max(1, ...counts),
        ),
        bars(counts),
      ],
    }),
  });
}

function bars(data: readonly number[]): object {
  return {
    type: 'bar',
    data,
    barGap: '-100%',
    barMaxWidth: 44,
    itemStyle: { color: PALETTE.brand, borderRadius: [2, 2, 0, 0] },
  };
}

/** Hatched bars as high as the chart, behind its bars; none where nothing is missing. */
function hatchedBars(missing: readonly boolean[], height: number): object[] {
  if (!missing.includes(true)) return [];
  return [
    {
      type: 'bar',
      data: missing.map((one) => (one ? height : null)),
      barGap: '-100%',
      barMaxWidth: 44,
      silent: true,
      itemStyle: { color: PALETTE.hatch },
    },
  ];
}

/** Negative, neutral and positive articles by day. */
export function toneChart({ days, mood: sentiment }: ReportNumbers): Html {
  const { now } = sentiment;
  const counts = TONES.map((tone) => `${formatNumber(countTone(now, tone))} ${tone}`).join(', ');
  return drawChart({
    id: 'tone',
    title: 'Tone of the articles by day',
    description: `Mean ${formatTone(now)} over ${formatCount(now.count, 'article')}: ${counts}.`,
    height: 210,
    narrowHeight: 190,
    option: () => ({
      ...dayAxes(days),
      series: [
        ...hatchedBars(
          days.map(({ missing }) => missing.length > 0),
          mostRated(days),
        ),
        ...TONES.map((tone) => ({
          type: 'bar',
          stack: 'tone',
          barGap: '-100%',
          barMaxWidth: 44,
          itemStyle: { color: PALETTE[tone] },
          data: days.map((day) => countTone(day.mood, tone)),
        })),
      ],
    }),
  });
}

function mostRated(days: ReportNumbers['days']): number {
  return Math.max(1, ...days.map(({ mood }) => mood.count));
}

function dayAxes(days: ReportNumbers['days']): object {
  return { grid: GRID, xAxis: nameAxis(days.map(({ day }) => dayOfMonth(day))), yAxis: countAxis() };
}

/** The mean tone of the outlets with the most articles. */
export function outletToneChart(rows: readonly OutletRow[]): Html {
  const shown = rows.toReversed();
  const names = shown.map(({ name, domain }) => titleLine(name ?? domain, 28));
  const means = shown.map(({ mood: sentiment }) => meanSentiment(sentiment) ?? 0);
  return drawChart({
    id: 'outlet-tone',
    title: 'Mean tone by outlet',
    description: shown
      .map(({ mood: sentiment }, index) => `${names[index]} ${formatTone(sentiment)}`)
      .toReversed()
      .join(', '),
    height: 42 + 22 * rows.length,
    option: ({ narrow }) => ({
      grid: {
        ...GRID,
        left: labelWidth(names, narrow ? 130 : 210),
        outerBoundsMode: 'none',
        right: 20,
        bottom: 26,
        top: 6,
      },
      xAxis: hiddenAxis({
        min: -1,
        max: 1,
        interval: 1,
        splitLine: { lineStyle: { color: PALETTE.rule } },
        axisLabel: {
          color: PALETTE.muted,
          fontSize: 12,
          formatter: (value: number) => (value === 0 ? '0' : value > 0 ? '+1' : '−1'),
        },
      }),
      yAxis: nameAxis(names, {
        axisLine: { onZero: false, show: false },
        axisLabel: { color: PALETTE.ink, fontSize: 12, width: narrow ? 118 : 200, overflow: 'truncate' },
      }),
      series: [
        {
          type: 'bar',
          barWidth: 14,
          data: means.map((value, index) => ({
            value,
            itemStyle: {
              color: value < -0.2 ? PALETTE.negative : value > 0.2 ? PALETTE.positive : PALETTE.past,
            },
            label: {
              show: true,
              // On the other side of zero, away from the bar and the name.
              position: value < 0 ? 'right' : 'left',
              formatter: shown[index] ? formatTone(shown[index].mood) : '',
              color: PALETTE.muted,
              fontSize: 12,
            },
          })),
        },
      ],
    }),
  });
}

/** Articles by the rank of their outlets. */
export function reachChart({ reach }: ReportNumbers): Html {
  const rows = reach.toReversed();
  const names = rows.map(({ label }) => label);
  return drawChart({
    id: 'reach',
    title: 'Articles by the rank of their outlets',
    description: reach.map(({ label, articles }) => `${label}: ${formatNumber(articles.now)}`).join(', '),
    height: 24 + 30 * rows.length,
    option: () => ({
      grid: { ...GRID, left: labelWidth(names, 140), outerBoundsMode: 'none', right: 56, top: 4, bottom: 4 },
      xAxis: hiddenAxis(),
      yAxis: nameAxis(names, { axisLine: { show: false } }),
      series: [
        {
          type: 'bar',
          barWidth: 18,
          data: rows.map(({ articles }) => articles.now),
          itemStyle: { color: PALETTE.brand, borderRadius: [0, 2, 2, 0] },
          label: {
            show: true,
            position: 'right',
            color: PALETTE.muted,
            fontSize: 12,
            formatter: ({ value }: { value: number }) => formatNumber(value),
          },
        },
      ],
    }),
  });
}

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
