import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { html, type Html, trustedMarkup } from '../text/html.ts';

use([BarChart, LineChart, GridComponent, SVGRenderer]);

/** The size of a drawing: one for desktops and paper, one for phones, so that letters keep their size. */
interface ChartSize {
  width: number;
  height: number;
  narrow: boolean;
}

interface ChartSpec {
  /** Prefix of the element ids of the chart. */
  id: string;
  title: string;
  /** The text alternative. */
  description: string;
  height: number;
  /** Height on phones, where it differs. */
  narrowHeight?: number;
  /** Options of the chart library. */
  option: (size: ChartSize) => object;
}

const WIDE = 720;
const NARROW = 340;

/** A chart in both sizes; the page's style shows the one that fits. */
export function drawChart(spec: ChartSpec): Html {
  const { id, height, narrowHeight = height } = spec;
  return html`<div class="chart wide">${drawOne(spec, { width: WIDE, height, narrow: false, id: `${id}-w` })}</div>
<div class="chart narrow">${drawOne(spec, { width: NARROW, height: narrowHeight, narrow: true, id: `${id}-n` })}</div>`;
}

function drawOne(
  { title, description, option }: ChartSpec,
  { id, ...size }: ChartSize & { id: string },
): Html {
  const { width, height } = size;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({
      animation: false,
      textStyle: { color: PALETTE.muted, fontSize: 12 },
      ...option(size),
    });
    const drawing = cleanSvg(chart.renderToSVGString(), id);
    return html`<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMinYMid" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>${trustedMarkup(drawing)}</svg>`;
  } finally {
    chart.dispose();
  }
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

/**
 * The colours by meaning, in light mode. The style of the page replaces them in dark mode and for a brand's own
 * colour.
 */
export const PALETTE = {
  ink: '#1b2733',
  muted: '#5a6875',
  rule: '#dde3e9',
  ground: '#fffffe',
  brand: '#1f5fa9',
  past: '#7f8e9c',
  hatch: '#dce2e8',
  negative: '#b8442f',
  neutral: '#87939f',
  positive: '#1f7f74',
  voice1: '#a8641a',
  voice2: '#6b5aa8',
  voice3: '#2f7a47',
  voice4: '#a8476f',
  voice5: '#2f7588',
  voice6: '#75654a',
  voice7: '#7a3f8f',
  voice8: '#54782d',
} as const;

type Colour = keyof typeof PALETTE;

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(PALETTE).map(([name, colour]) => [colour, name]),
);

/** The meaning of a colour of the palette; undefined for any other colour. */
function meaningOf(colour: string): string | undefined {
  return NAMES.get(colour.toLowerCase());
}

const VOICES = ['voice1', 'voice2', 'voice3', 'voice4', 'voice5', 'voice6', 'voice7', 'voice8'] as const;

/** The colour of the n-th name in the share of voice; the first is the brand. */
export function voiceColour(n: number): Colour {
  return n === 0 ? 'brand' : (VOICES[(n - 1) % VOICES.length] ?? 'voice1');
}

/** Space around the axes. */
export const GRID = {
  left: 6,
  right: 22,
  top: 14,
  bottom: 6,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
};

/** An axis of names or days. */
export function nameAxis(data: readonly string[], more: object = {}): object {
  return {
    type: 'category',
    data,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: PALETTE.rule } },
    axisLabel: { color: PALETTE.muted, fontSize: 12, hideOverlap: true },
    ...more,
  };
}

/** An axis of whole numbers, with few lines. */
export function countAxis(more: object = {}): object {
  return {
    type: 'value',
    minInterval: 1,
    splitNumber: 4,
    axisLabel: { color: PALETTE.muted, fontSize: 12 },
    splitLine: { lineStyle: { color: PALETTE.rule } },
    ...more,
  };
}

/** An invisible axis: the bars have labels. */
export function hiddenAxis(more: object = {}): object {
  return {
    type: 'value',
    axisLabel: { show: false },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    ...more,
  };
}

/** The width for names, in px: about 7 a letter, at most `most`. */
export function labelWidth(names: readonly string[], most: number): number {
  const longest = Math.max(0, ...names.map(({ length }) => length));
  return Math.min(most, 12 + Math.ceil(longest * 6.6));
}
