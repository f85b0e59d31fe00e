import { meanOf, neutralOf } from '../../../domain/report/mood.ts';
import type {
  FoundVoiceRow,
  OutletRow,
  ReportNumbers,
  VoiceRow,
} from '../../../domain/report/report-numbers.ts';
import type { Html } from '../../pages/html.ts';
import { before, counted, dayOfMonth, line, num, share, tone } from '../words.ts';
import { countAxis, hiddenAxis, nameAxis, roomFor } from './axes.ts';
import { drawChart } from './draw-chart.ts';
import { PALETTE, voiceColour } from './palette.ts';

/** Room between the axes and the edge. */
const GRID = {
  left: 6,
  right: 10,
  top: 14,
  bottom: 6,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
};

/** Articles by day, against the days before. */
export function volumeChart({ days, articles, period, asked }: ReportNumbers): Html {
  // A day that nobody asked for is a gap in the line, and no zero.
  const past = days.map(({ before: count, askedBefore }) =>
    askedBefore === 'none' && count === 0 ? null : count,
  );
  return drawChart({
    id: 'volume',
    title: 'Articles by day',
    about: `${counted(articles.now, 'article', 'articles')} over ${counted(days.length, 'day', 'days')}${asked.articles.before === 'none' ? '' : `, ${num(articles.before)} in ${before(period)}`}. The numbers are in the table below.`,
    height: 230,
    narrowHeight: 200,
    option: () => ({
      grid: GRID,
      xAxis: nameAxis(days.map(({ day }) => dayOfMonth(day))),
      yAxis: countAxis(),
      series: [
        {
          type: 'bar',
          data: days.map((day) => day.articles),
          barMaxWidth: 44,
          itemStyle: { color: PALETTE.brand, borderRadius: [2, 2, 0, 0] },
        },
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

/** The share of voice: one bar for each way of counting, one part for each name. */
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
    about: own
      ? `${line(own.name)}: ${share(own.share)} of articles, ${share(own.storyShare)} of stories, ${share(own.outletShare)} of outlets.`
      : '',
    names: bars.map(({ name }) => name),
    parts: rows.map((row) => bars.map(({ of }) => of(row))),
  });
}

/** The share of voice as the service counts it: articles alone, now and before. */
export function serviceVoiceChart(given: { now: readonly VoiceRow[]; before: readonly VoiceRow[] }): Html {
  const [own] = given.now;
  return stackedShares({
    id: 'service-voice',
    title: 'Share of voice by articles as the service counts them',
    about: own ? `${line(own.name)}: ${share(own.share)} of articles.` : '',
    names: ['Before', 'Now'],
    parts: given.now.map((row, index) => [given.before[index]?.share ?? 0, row.share]),
  });
}

function stackedShares(given: {
  id: string;
  title: string;
  about: string;
  names: readonly string[];
  /** For each name its shares, one for each bar. */
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

/** A share is written where there is room for it. */
function labelOf(value: number, narrow: boolean): object {
  const show = value >= (narrow ? 160 : 80);
  return { show, formatter: share(value), color: PALETTE.ground, fontSize: 12, fontWeight: 600 };
}

/** Negative, neutral and positive articles by day. */
export function toneChart({ days, mood }: ReportNumbers): Html {
  const stack = (data: readonly number[], color: string) => ({
    type: 'bar',
    stack: 'tone',
    barMaxWidth: 44,
    itemStyle: { color },
    data,
  });
  return drawChart({
    id: 'tone',
    title: 'Tone of the articles by day',
    about: `Mean ${tone(mood.now)} over ${counted(mood.now.count, 'article', 'articles')}: ${num(mood.now.negative)} negative, ${num(neutralOf(mood.now))} neutral, ${num(mood.now.positive)} positive.`,
    height: 210,
    narrowHeight: 190,
    option: () => ({
      grid: GRID,
      xAxis: nameAxis(days.map(({ day }) => dayOfMonth(day))),
      yAxis: countAxis(),
      series: [
        stack(
          days.map((day) => day.mood.negative),
          PALETTE.negative,
        ),
        stack(
          days.map((day) => neutralOf(day.mood)),
          PALETTE.neutral,
        ),
        stack(
          days.map((day) => day.mood.positive),
          PALETTE.positive,
        ),
      ],
    }),
  });
}

/** The mean tone of the outlets that wrote most. */
export function outletToneChart(rows: readonly OutletRow[]): Html {
  const shown = rows.toReversed();
  const names = shown.map(({ name, domain }) => line(name ?? domain, 28));
  const means = shown.map(({ mood }) => meanOf(mood) ?? 0);
  return drawChart({
    id: 'outlet-tone',
    title: 'Mean tone by outlet',
    about: shown
      .map(({ mood }, index) => `${names[index]} ${tone(mood)}`)
      .toReversed()
      .join(', '),
    height: 30 + 26 * rows.length,
    option: ({ narrow }) => ({
      grid: {
        ...GRID,
        left: roomFor(names, narrow ? 130 : 210),
        outerBoundsMode: 'none',
        right: 44,
        bottom: 10,
        top: 6,
      },
      xAxis: hiddenAxis({
        min: -1,
        max: 1,
        interval: 1,
        splitLine: { lineStyle: { color: PALETTE.rule } },
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
              position: value < 0 ? 'left' : 'right',
              formatter: shown[index] ? tone(shown[index].mood) : '',
              color: PALETTE.muted,
              fontSize: 12,
            },
          })),
        },
      ],
    }),
  });
}

/** Articles by the reach of their outlets. */
export function reachChart({ reach }: ReportNumbers): Html {
  const rows = reach.toReversed();
  const names = rows.map(({ label }) => label);
  return drawChart({
    id: 'reach',
    title: 'Articles by the rank of their outlets',
    about: reach.map(({ label, articles }) => `${label}: ${num(articles.now)}`).join(', '),
    height: 24 + 30 * rows.length,
    option: () => ({
      grid: { ...GRID, left: roomFor(names, 140), outerBoundsMode: 'none', right: 56, top: 4, bottom: 4 },
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
            formatter: ({ value }: { value: number }) => num(value),
          },
        },
      ],
    }),
  });
}
