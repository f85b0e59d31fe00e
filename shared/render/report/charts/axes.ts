import { PALETTE } from './palette.ts';

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
