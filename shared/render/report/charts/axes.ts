import { PALETTE } from './palette.ts';

/** Room between the axes and the edge. */
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

/** An axis that is there and not seen: what lies along it is written beside the bars. */
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

/** So wide must the space for names be: about 7 px a letter, up to `most`. */
export function roomFor(names: readonly string[], most: number): number {
  const longest = Math.max(0, ...names.map(({ length }) => length));
  return Math.min(most, 12 + Math.ceil(longest * 6.6));
}
