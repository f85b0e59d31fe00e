import { type Instant, isoOf } from '../../shared/domain/time/instant.ts';
import { paintedWidth } from './terminal.ts';

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

/** A document in which what is not known is null, for JSON. */
export function withNulls(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]: [string, unknown]) => [key, value ?? null]),
  );
}

/** `43,830` */
export function printNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 match`, `60 matches`, `2 stories` */
export function printAmount(n: number, one: string, many = pluralOf(one)): string {
  return `${printNumber(n)} ${n === 1 ? one : many}`;
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return `${noun}${/(?:s|x|ch|sh)$/.test(noun) ? 'es' : 's'}`;
}

/** Replaces control characters, with which stored text could rewrite the terminal. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** The most characters of a line, as elsewhere in the project. */
const WIDTH = 110;

/** JSON text in which a list or mapping is in one line where it fits, so that long tables stay readable. */
export function printJson(value: unknown, indent = ''): string {
  const line = inOneLine(value);
  if (indent.length + line.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => printJson(item, deeper))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${printJson(item, deeper)}`);
  return `${open}\n${entries.map((entry) => `${deeper}${entry}`).join(',\n')}\n${indent}${close}`;
}

function inOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inOneLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
