import type { PALETTE } from '../report-style.ts';

/** A colour by its meaning; the style of the page says which it is. */
export type Colour = keyof typeof PALETTE;

/** The colour of the n-th name in the share of voice; the first is the brand. */
export function voiceColour(n: number): Colour {
  const voices = ['voice1', 'voice2', 'voice3', 'voice4', 'voice5', 'voice6', 'voice7', 'voice8'] as const;
  return n === 0 ? 'brand' : (voices[(n - 1) % voices.length] ?? 'voice1');
}

/**
 * A chart of values by name. `columns` stand on each other, days from left to right; a line is not stacked. `spark` is
 * the same without axes, for a row of a list. `bars` lie under each other, with their values; `tones` are bars from -1
 * to 1. `shares` are parts of one bar for each name, in tenths of a percent.
 */
export interface Chart {
  /** Prefix of the element ids of the chart. */
  id: string;
  title: string;
  form: 'columns' | 'spark' | 'bars' | 'tones' | 'shares';
  names: readonly string[];
  series: readonly Series[];
  /** Names without complete data. */
  missing?: readonly boolean[];
}

export interface Series {
  name: string;
  colour: Colour;
  values: readonly number[];
  isLine?: true;
}
