import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { toneText } from '../../domain/reports/day-rollup.ts';
import { formatNumber, formatShare } from '../text/format-values.ts';
import { html, type Html, trustedMarkup } from '../text/html.ts';
import { type Chart, PALETTE } from './model/chart.ts';

use([BarChart, LineChart, GridComponent, SVGRenderer]);

/** A size of a drawing: one for desktops and paper, one for phones, so that letters keep their size. */
interface Size {
  name: 'wide' | 'narrow';
  width: number;
}

const SIZES: readonly Size[] = [
  { name: 'wide', width: 720 },
  { name: 'narrow', width: 340 },
];

/** A chart with its legend, in both sizes; the page's style shows the one that fits. */
export function drawChart(chart: Chart): Html {
  return html`${legend(chart)}${SIZES.map(
    (size) => html`<div class="chart ${size.name}">${drawOne(chart, size)}</div>
`,
  )}`;
}

/** The names of the colours, where there is more than one. */
function legend({ series, missing = [] }: Chart): Html {
  const entries = [
    ...series,
    ...(missing.includes(true)
      ? [{ name: 'without complete data', colour: 'hatch', isLine: undefined }]
      : []),
  ];
  if (entries.length < 2) return html``;
  return html`<ul class="legend">${entries.map(
    ({ name, colour, isLine }) =>
      html`<li><svg viewBox="0 0 14 10" aria-hidden="true">${
        isLine
          ? html`<path class="s-${colour}" d="M0 5H14" fill="none" stroke-width="2" stroke-dasharray="4 3"/>`
          : html`<rect class="f-${colour}" width="14" height="10" rx="2"/>`
      }</svg> ${name}</li>`,
  )}</ul>`;
}

function drawOne(chart: Chart, { name, width }: Size): Html {
  const id = `${chart.id}-${name.charAt(0)}`;
  const { height, ...option } = OPTIONS[chart.form](chart, name === 'narrow');
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    drawn.setOption({ animation: false, textStyle: { color: PALETTE.muted, fontSize: 12 }, ...option });
    const drawing = cleanSvg(drawn.renderToSVGString(), id);
    return html`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMinYMid" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${chart.title}</title><desc id="${id}-d">${describe(chart)}</desc>${trustedMarkup(drawing)}</svg>`;
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
  bars: formatNumber,
  tones: toneText,
  shares: formatShare,
};

/** Options of the chart library, and the height. */
interface Option {
  height: number;
  [option: string]: unknown;
}

const OPTIONS: Readonly<Record<Chart['form'], (chart: Chart, isNarrow: boolean) => Option>> = {
  columns: columnsOption,
  bars: barsOption,
  tones: barsOption,
  shares: sharesOption,
};

/** Space around the axes. */
const GRID = {
  left: 6,
  right: 22,
  top: 14,
  bottom: 6,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
};
const LABEL = { color: PALETTE.muted, fontSize: 12 };
const RULE = { lineStyle: { color: PALETTE.rule } };
const HIDDEN = { show: false };

/** Bars on each other, and lines. Names without complete data have a hatched bar as high as the chart. */
function columnsOption({ names, series, missing = [] }: Chart, isNarrow: boolean): Option {
  const columns = series.filter(({ isLine }) => !isLine);
  const totals = names.map((_, at) => columns.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const most = Math.max(1, ...totals, ...series.flatMap(({ isLine, values }) => (isLine ? values : [])));
  const shape = { type: 'bar', barGap: '-100%', barMaxWidth: 44 };
  const hatched = {
    ...shape,
    data: missing.map((one) => (one ? most : null)),
    silent: true,
    itemStyle: { color: PALETTE.hatch },
  };
  return {
    height: isNarrow ? 195 : 220,
    grid: GRID,
    xAxis: {
      type: 'category',
      data: names,
      axisTick: HIDDEN,
      axisLine: RULE,
      axisLabel: { ...LABEL, hideOverlap: true },
    },
    yAxis: { type: 'value', minInterval: 1, splitNumber: 4, axisLabel: LABEL, splitLine: RULE },
    series: [
      ...(missing.includes(true) ? [hatched] : []),
      ...series.map(({ colour, values, isLine }) =>
        isLine
          ? {
              type: 'line',
              data: values,
              symbol: values.length > 1 ? 'none' : 'circle',
              lineStyle: { color: PALETTE[colour], width: 2, type: [5, 4] },
              itemStyle: { color: PALETTE[colour] },
            }
          : { ...shape, stack: 'all', data: values, itemStyle: { color: PALETTE[colour] } },
      ),
    ],
  };
}

/** A bar for each name, from top to bottom, with its value; bars of tones begin in the middle. */
function barsOption({ names, series, form }: Chart, isNarrow: boolean): Option {
  const isTone = form === 'tones';
  const [{ colour, values } = { colour: 'brand' as const, values: [] }] = series;
  return {
    height: 24 + 26 * names.length,
    grid: {
      ...GRID,
      left: labelWidth(names, isNarrow ? 130 : 210),
      outerBoundsMode: 'none',
      right: 56,
      top: 4,
    },
    xAxis: {
      ...HIDDEN,
      type: 'value',
      splitLine: { show: isTone, ...RULE },
      ...(isTone && { min: -1, max: 1, interval: 1 }),
    },
    yAxis: nameAxis(names, isNarrow ? 118 : 200),
    series: {
      type: 'bar',
      barWidth: isTone ? 14 : 18,
      data: values.map((value) => ({
        value,
        itemStyle: { color: isTone ? toneColour(value) : PALETTE[colour] },
        label: {
          ...LABEL,
          show: true,
          // Of a tone on the other side of zero, away from the bar and the name.
          position: isTone && value >= 0 ? 'left' : 'right',
          formatter: FORMATS[form](value),
        },
      })),
    },
  };
}

function toneColour(mean: number): string {
  if (mean < -0.2) return PALETTE.negative;
  return mean > 0.2 ? PALETTE.positive : PALETTE.past;
}

/** A bar for each name, of all series; small parts have no label. */
function sharesOption({ names, series }: Chart, isNarrow: boolean): Option {
  const label = { color: PALETTE.ground, fontSize: 12, fontWeight: 600 };
  return {
    height: 26 + 40 * names.length,
    grid: { ...GRID, top: 4 },
    xAxis: { ...HIDDEN, type: 'value', max: 1_000, splitLine: HIDDEN },
    yAxis: nameAxis(names, 120),
    series: series.map(({ colour, values }) => ({
      type: 'bar',
      stack: 'all',
      barWidth: 24,
      itemStyle: { color: PALETTE[colour], borderColor: PALETTE.ground, borderWidth: 1 },
      data: values.map((value) => ({
        value,
        label: { ...label, show: value >= (isNarrow ? 160 : 80), formatter: formatShare(value) },
      })),
    })),
  };
}

/** An axis of names from top to bottom. */
function nameAxis(data: readonly string[], width: number): object {
  return {
    type: 'category',
    data,
    inverse: true,
    axisTick: HIDDEN,
    axisLine: { ...HIDDEN, onZero: false },
    axisLabel: { ...LABEL, width, overflow: 'truncate' },
  };
}

/** The width for names, in px: about 7 a letter, at most `most`. */
function labelWidth(names: readonly string[], most: number): number {
  const longest = Math.max(0, ...names.map(({ length }) => length));
  return Math.min(most, 12 + Math.ceil(longest * 6.6));
}

/**
 * The content of the library's SVG: without styles, which the policy of the page blocks; with classes for colours;
 * with ids that are the same each time.
 */
function cleanSvg(svg: string, id: string): string {
  return svg
    .replace(/^<svg[^>]*>\s*<rect[^>]*><\/rect>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/\bzr\d+-/g, `${id}-`)
    .replace(/<(?:path|text|g|rect|circle|polyline|polygon|line)\b[^>]*>/g, cleanTag)
    .replace(/\n/g, '');
}

function cleanTag(tag: string): string {
  const plain = tag
    .replace(/ (?:class|pointer-events|ecmeta_\w+)="[^"]*"/g, '')
    .replace(/ style="([^"]*)"/, (_, style: string) => attributesOf(style));
  const classes: string[] = [];
  const coloured = plain.replace(
    / (fill|stroke)="(#[0-9a-fA-F]{6})"/g,
    (all, kind: string, colour: string) => {
      const meaning = meaningOf(colour);
      if (meaning !== undefined) classes.push(`${kind === 'fill' ? 'f' : 's'}-${meaning}`);
      return all;
    },
  );
  return classes.length === 0
    ? coloured
    : coloured.replace(/^<\w+/, (name) => `${name} class="${classes.join(' ')}"`);
}

/** Size and weight of fonts as attributes; the family is that of the page. */
function attributesOf(style: string): string {
  return style
    .split(';')
    .flatMap((part) => {
      const [name = '', value = ''] = part.split(':');
      return name === 'font-size' || name === 'font-weight' ? [` ${name}="${value.replace('px', '')}"`] : [];
    })
    .join('');
}

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(PALETTE).map(([name, colour]) => [colour, name]),
);

/** The meaning of a colour of the palette; undefined for any other colour. */
function meaningOf(colour: string): string | undefined {
  return NAMES.get(colour.toLowerCase());
}
