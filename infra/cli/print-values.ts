import { paintedWidth } from './terminal/paint.ts';
import { type Instant, isoOf } from '../../shared/domain/time/instant.ts';

/** Rows in aligned columns, without trailing spaces. */
export function printTable(rows: readonly (readonly string[])[], indent = ''): string {
  const widths = rows.reduce<number[]>(
    (wide, row) => row.map((cell, column) => Math.max(wide[column] ?? 0, paintedWidth(cell))),
    [],
  );
  return rows
    .map((row) =>
      `${indent}${row.map((cell, column) => padded(cell, widths[column] ?? 0)).join('  ')}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function padded(cell: string, width: number): string {
  return `${cell}${' '.repeat(width - paintedWidth(cell))}`;
}

/** `2026-11-21T08:00:00Z`, or null for JSON. */
export function timeOrNull(at: Instant | undefined): string | null {
  return at === undefined ? null : `${isoOf(at).slice(0, 19)}Z`;
}

/** `43,830` */
export function printNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 match`, `60 matches` */
export function printAmount(n: number, one: string, many = `${one}s`): string {
  return `${printNumber(n)} ${n === 1 ? one : many}`;
}

/** Replaces control characters, with which stored text could rewrite the terminal. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
