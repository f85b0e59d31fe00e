import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { toneOf, toneText } from '../../domain/reports/day-rollup.ts';
import { formatNumber, formatShare } from '../text/format-values.ts';
import { html, type Html, trustedMarkup } from '../text/html.ts';
import type { Chart, Colour } from './model/chart.ts';

use([BarChart, LineChart, GridComponent, SVGRenderer]);

/** The widths of a chart: one for desktops and paper, one for phones, so that letters keep their size. */
const WIDTHS = { wide: 720, narrow: 340 } as const;

/** A chart with its legend, in both sizes; the page's style shows the one that fits. */
export function drawChart(chart: Chart): Html {
  return html`${legend(chart)}${(['wide', 'narrow'] as const).map(
    (size) => html`<div class="chart ${size}">${drawOne(chart, size)}</div>
`,
  )}`;
}

/** A chart without axes and letters, which is as wide as its place. */
export function drawSpark(chart: Chart): Html {
  return drawOne(chart, 'narrow');
}

/** The names of the colours, where there is more than one. */
function legend({ series, missing = [] }: Chart): Html {
  const entries = [
    ...series,
    ...(missing.includes(true)
      ? [{ name: 'without complete data', colour: 'hatch' as const, isLine: undefined }]
      : []),
  ];
  if (entries.length < 2) return html``;
  return html`<ul class="legend">${entries.map(
    ({ name, colour, isLine }) =>
      html`<li><svg viewBox="0 0 14 10" aria-hidden="true">${
        isLine
          ? html`<path stroke="${paint(colour)}" d="M0 5H14" fill="none" stroke-width="2" stroke-dasharray="4 3"/>`
          : html`<rect fill="${paint(colour)}" width="14" height="10" rx="2"/>`
      }</svg> ${name}</li>`,
  )}</ul>`;
}

/** A colour as the style of the page defines it. The chart library passes on what it does not know. */
function paint(colour: Colour): string {
  return colour === 'hatch' ? 'url(#hatch)' : `var(--${colour})`;
}

function drawOne(chart: Chart, size: keyof typeof WIDTHS): Html {
  const id = `${chart.id}-${size.charAt(0)}`;
  const width = WIDTHS[size];
  const isColumns = chart.form === 'columns' || chart.form === 'spark';
  const { height, ...option } = (isColumns ? columnsOption : barsOption)(chart, size === 'narrow');
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    drawn.setOption({ animation: false, textStyle: { color: paint('muted'), fontSize: 12 }, ...option });
    const drawing = cleanSvg(drawn.renderToSVGString(), id);
    const fit = chart.form === 'spark' ? 'none' : 'xMinYMid';
    return html`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="${fit}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${chart.title}</title><desc id="${id}-d">${describe(chart)}</desc>${trustedMarkup(drawing)}</svg>`;
  } finally {
    drawn.dispose();
  }
}

/** Of a chart with more names, the table below has the numbers. */
const MOST_DESCRIBED = 12;

/** The text alternative. */
function describe({ names, series, form }: Chart): string {
  if (names.length > MOST_DESCRIBED) return 'The table below shows the numbers.';
  return series
    .map(
      ({ name, values }) =>
        `${name}: ${names.map((of, at) => `${of} ${FORMATS[form](values[at] ?? 0)}`).join(', ')}.`,
    )
    .join(' ');
}

const FORMATS: Readonly<Record<Chart['form'], (value: number) => string>> = {
  columns: formatNumber,
  spark: formatNumber,
  bars: formatNumber,
  tones: toneText,
  shares: formatShare,
};

/** Options of the chart library, and the height. */
interface Option {
  height: number;
  [option: string]: unknown;
}

/** Space around the axes. */
const GRID = {
  left: 6,
  right: 22,
  top: 14,
  bottom: 6,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
};
const LABEL = { color: paint('muted'), fontSize: 12 };
const RULE = { lineStyle: { color: paint('rule') } };
const HIDDEN = { show: false };

/** Bars on each other, and lines. Names without complete data have a hatched bar as high as the chart. */
function columnsOption({ names, series, form, missing = [] }: Chart, isNarrow: boolean): Option {
  const isSpark = form === 'spark';
  const columns = series.filter(({ isLine }) => !isLine);
  const totals = names.map((_, at) => columns.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const most = Math.max(1, ...totals, ...series.flatMap(({ isLine, values }) => (isLine ? values : [])));
  const shape = { type: 'bar', barGap: '-100%', barMaxWidth: isSpark ? undefined : 44 };
  const hatched = {
    ...shape,
    data: missing.map((one) => (one ? most : null)),
    silent: true,
    itemStyle: { color: paint('hatch') },
  };
  return {
    height: isSpark ? 28 : isNarrow ? 195 : 220,
    grid: isSpark ? { left: 0, right: 0, top: 1, bottom: 1 } : GRID,
    xAxis: {
      type: 'category',
      data: names,
      axisTick: HIDDEN,
      axisLine: RULE,
      axisLabel: { ...LABEL, show: !isSpark, hideOverlap: true },
    },
    yAxis: {
      show: !isSpark,
      type: 'value',
      minInterval: 1,
      splitNumber: 4,
      axisLabel: LABEL,
      splitLine: RULE,
    },
    series: [
      ...(missing.includes(true) ? [hatched] : []),
      ...series.map(({ colour, values, isLine }) =>
        isLine
          ? {
              type: 'line',
              data: values,
              symbol: values.length > 1 ? 'none' : 'circle',
              lineStyle: { color: paint(colour), width: 2, type: [5, 4] },
              itemStyle: { color: paint(colour) },
            }
          : { ...shape, stack: 'all', data: values, itemStyle: { color: paint(colour) } },
      ),
    ],
  };
}

const TONE_COLOURS = { negative: 'negative', neutral: 'past', positive: 'positive' } as const;

/**
 * A bar for each name, from top to bottom, of all series. Each value is beside its bar; of shares it is inside, where
 * it has room.
 */
function barsOption({ names, series, form }: Chart, isNarrow: boolean): Option {
  const isTone = form === 'tones';
  const isShare = form === 'shares';
  const least = !isShare ? -1 : isNarrow ? 160 : 80;
  // The library does not know the widths of letters here: about 7 px each.
  const longest = 20 + 6.8 * Math.max(0, ...names.map(({ length }) => length));
  const nameWidth = Math.min(isNarrow ? 130 : 210, Math.ceil(longest));
  return {
    height: 24 + (isShare ? 40 : 26) * names.length,
    grid: { left: nameWidth, right: isShare ? 22 : 56, top: 4, bottom: 6, outerBoundsMode: 'none' },
    xAxis: {
      ...HIDDEN,
      type: 'value',
      ...(isTone && { min: -1, max: 1 }),
      ...(isShare && { max: 1_000 }),
    },
    yAxis: {
      type: 'category',
      data: names,
      inverse: true,
      axisTick: HIDDEN,
      axisLine: { ...HIDDEN, onZero: false },
      axisLabel: { ...LABEL, width: nameWidth - 8, overflow: 'truncate' },
    },
    series: series.map(({ colour, values }) => ({
      type: 'bar',
      stack: 'all',
      barWidth: isShare ? 24 : 16,
      data: values.map((value) => ({
        value,
        itemStyle: {
          color: paint(isTone ? TONE_COLOURS[toneOf(value * 1_000)] : colour),
          borderColor: paint('ground'),
          borderWidth: isShare ? 1 : 0,
        },
        label: {
          ...LABEL,
          ...(isShare && { color: paint('ground') }),
          show: value >= least,
          // Of a tone on the other side of zero, away from the bar and the name.
          position: isShare ? 'inside' : isTone && value >= 0 ? 'left' : 'right',
          formatter: FORMATS[form](value),
        },
      })),
    })),
  };
}

/**
 * The content of the library's SVG: without styles, which the policy of the page blocks, and with ids that are the
 * same each time. The library escapes quotes in texts, so none of them looks like an attribute.
 */
function cleanSvg(svg: string, id: string): string {
  return svg
    .replace(/^<svg[^>]*>\s*<rect[^>]*><\/rect>|<\/svg>\s*$|<style[\s\S]*?<\/style>/g, '')
    .replace(/ (?:class|style|pointer-events|ecmeta_\w+)="[^"]*"|\n/g, '')
    .replace(/\bzr\d+-/g, `${id}-`);
}
