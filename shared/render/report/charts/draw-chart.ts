import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type Html, trustedMarkup, html } from '../../html/html.ts';
import { meaningOf, PALETTE } from './palette.ts';

use([BarChart, LineChart, GridComponent, SVGRenderer]);

/** How large a chart is drawn: once for desks and paper, once for phones, where its letters keep their size. */
export interface ChartSize {
  width: number;
  height: number;
  narrow: boolean;
}

export interface ChartOrder {
  /** Names the parts of the chart within the page. */
  id: string;
  title: string;
  /** What a reader who cannot see it should know. */
  about: string;
  height: number;
  /** Height on phones, where it differs. */
  narrowHeight?: number;
  /** What the library draws. */
  option: (size: ChartSize) => object;
}

const WIDE = 720;
const NARROW = 340;

/** A chart in both sizes; the page's style shows the one that fits. */
export function drawChart(order: ChartOrder): Html {
  const { id, height, narrowHeight = height } = order;
  return html`<div class="chart wide">${drawOne(order, { width: WIDE, height, narrow: false, id: `${id}-w` })}</div>
<div class="chart narrow">${drawOne(order, { width: NARROW, height: narrowHeight, narrow: true, id: `${id}-n` })}</div>`;
}

function drawOne({ title, about, option }: ChartOrder, { id, ...size }: ChartSize & { id: string }): Html {
  const { width, height } = size;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({
      animation: false,
      textStyle: { color: PALETTE.muted, fontSize: 12 },
      ...option(size),
    });
    const inside = tidied(chart.renderToSVGString(), id);
    return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${about}</desc>${trustedMarkup(inside)}</svg>`;
  } finally {
    chart.dispose();
  }
}

/**
 * What lies inside of the library's picture: without its style sheets and style attributes, which no policy of the page
 * lets in, with colours as classes, and with ids that are the same each time.
 */
function tidied(svg: string, id: string): string {
  return svg
    .replace(/^<svg[^>]*>\s*<rect[^>]*><\/rect>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/\bzr\d+-/g, `${id}-`)
    .replace(/<(?:path|text|g|rect|circle|polyline|polygon|line)\b[^>]*>/g, tidyTag)
    .replace(/\n/g, '');
}

function tidyTag(tag: string): string {
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

/** Size and weight of letters as attributes; their family is the page's. */
function attributesOf(style: string): string {
  return style
    .split(';')
    .flatMap((part) => {
      const [name = '', value = ''] = part.split(':');
      return name === 'font-size' || name === 'font-weight' ? [` ${name}="${value.replace('px', '')}"`] : [];
    })
    .join('');
}
