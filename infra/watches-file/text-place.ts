import type { Scalar } from 'yaml';

/**
 * The offset in the file of a character of a text. `index` counts UTF-16 units of the value. Undefined for a folded text,
 * because its characters have no single place.
 */
export function placeInText(
  scalar: Scalar,
  { text, index }: { text: string; index: number },
): number | undefined {
  const [from, to] = scalar.range ?? [0, 0];
  const source = text.slice(from, to);
  if (scalar.type === 'BLOCK_LITERAL')
    return shifted(from, placeInBlock(source, String(scalar.value), index));
  if (source.includes('\n')) return undefined;
  if (scalar.type === 'PLAIN') return from + index;
  if (scalar.type === 'QUOTE_SINGLE') return shifted(from, placeAfter(source, { index, unit: /''|[^]/g }));
  if (scalar.type === 'QUOTE_DOUBLE') return shifted(from, placeAfter(source, { index, unit: ESCAPED }));
  return undefined;
}

const ESCAPED = /\\(?:x[^]{2}|u[^]{4}|U[^]{8}|[^])|[^]/g;

function shifted(from: number, at: number | undefined): number | undefined {
  return at === undefined ? undefined : from + at;
}

/** Counts the characters after the opening quote. One character may be written as several. */
function placeAfter(source: string, { index, unit }: { index: number; unit: RegExp }): number | undefined {
  let left = index;
  for (const { 0: written, index: at } of source.slice(1).matchAll(unit)) {
    if (left <= 0) return at + 1;
    left -= written.startsWith('\\U') && Number.parseInt(written.slice(2), 16) > 0xff_ff ? 2 : 1;
  }
  return undefined;
}

/** In a block each line of the value is a line of the file, indented. */
function placeInBlock(source: string, value: string, index: number): number | undefined {
  const before = value.slice(0, index).split('\n');
  const [, ...lines] = source.split('\n');
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  const header = source.indexOf('\n') + 1;
  const above = lines.slice(0, before.length - 1).reduce((sum, line) => sum + line.length + 1, header);
  const place = above + indent + (before.at(-1)?.length ?? 0);
  return place <= source.length ? place : undefined;
}
