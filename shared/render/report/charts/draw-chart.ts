import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type Html, html, trustedMarkup } from '../../html/html.ts';
import { meaningOf, PALETTE } from './palette.ts';

use([BarChart, LineChart, GridComponent, SVGRenderer]);

/** The size of a drawing: one for desktops and paper, one for phones, so that letters keep their size. */
export interface ChartSize {
  width: number;
  height: number;
  narrow: boolean;
}

export interface ChartSpec {
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
 * The content of the library's SVG: without styles, which the policy of the page blocks; with classes for colours; with ids
 * that are the same each time.
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
