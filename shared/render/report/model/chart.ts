/** A colour by its meaning; the style of the page says which it is. */
export type Colour = keyof typeof PALETTE;

/** The colours in light mode. The page replaces them in dark mode and for a brand's own colour. */
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

const VOICES = ['voice1', 'voice2', 'voice3', 'voice4', 'voice5', 'voice6', 'voice7', 'voice8'] as const;

/** The colour of the n-th name in the share of voice; the first is the brand. */
export function voiceColour(n: number): Colour {
  return n === 0 ? 'brand' : (VOICES[(n - 1) % VOICES.length] ?? 'voice1');
}

/**
 * A chart of values by name. `columns` stand on each other, days from left to right; a line is not stacked. `bars` lie
 * under each other, with their values; `tones` are bars from -1 to 1. `shares` are parts of one bar for each name, in tenths of a percent.
 */
export interface Chart {
  /** Prefix of the element ids of the chart. */
  id: string;
  title: string;
  form: 'columns' | 'bars' | 'tones' | 'shares';
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
