import { type Html, html } from '../../html/html.ts';

const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** More values than this are drawn smaller, so that a phone has room for them. */
const LONG = 24;

/** Values as bars of text, the largest highest: a small chart without a picture. `label` says the values. */
export function sparkline(values: readonly number[], label: string): Html {
  const most = Math.max(1, ...values);
  const bars = values.map((value) => LEVELS[Math.ceil((value / most) * (LEVELS.length - 1))] ?? '▁');
  return html`<span class="spark${values.length > LONG && ' long'}" role="img" aria-label="${label}">${bars.join('')}</span>`;
}
