import { oneLine } from './plain-text.ts';

/** The signs with which a spreadsheet begins a formula, also in full width; U+2212 is the minus sign. */
const FORMULA = '=+\\-@\uff1d\uff0b\uff0d\uff20\u2212';

/** A formula at the start of a cell, or after a sign that separates cells in some countries. */
const FORMULAS = new RegExp(`(^|[;\\t])([\\s"']*)(?=[${FORMULA}])`, 'gu');

/**
 * A cell of CSV. A spreadsheet runs a text that begins with a sign as a formula, and in many countries it splits lines at
 * semicolons or tabs, quotes or not. So each such text gets a quote before it.
 */
export function csvCell(value: number | string | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = oneLine(value ?? '').replace(FORMULAS, "$1$2'");
  return /[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
