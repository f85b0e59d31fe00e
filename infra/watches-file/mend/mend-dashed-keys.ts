import { indentOf, isContent, neighbour, type BrokenText, type Repair } from './repair.ts';

/** How many lines above and below an error can belong to its mapping. */
const LOOKED = 40;
const DASHED = /^ *- +([\w.-]+):(?:\s|$)/;
const PLAIN = /^ *([\w.-]+):(?:\s|$)/;

/** Dashes before some keys of a mapping: its lines at one indentation are keys, and some of them have a dash. */
export function mendDashedKeys({ lines, at }: BrokenText): Repair[] {
  const near = [at.line, neighbour(lines, at.line, -1), neighbour(lines, at.line, 1)];
  const levels = [
    ...new Set(near.flatMap((line) => (line === undefined ? [] : [indentOf(lines[line] ?? '')]))),
  ];
  return levels.flatMap((level) => withoutDashes(lines, { at: at.line, level }));
}

function withoutDashes(lines: readonly string[], { at, level }: { at: number; level: number }): Repair[] {
  const keys = keysAround(lines, { at, level });
  const dashed = keys.flatMap(({ line, text }) => {
    const [, key] = DASHED.exec(text) ?? [];
    return key === undefined ? [] : [{ line, key, text }];
  });
  const [first] = dashed;
  if (
    !first ||
    dashed.length === keys.length ||
    keys.some(({ text }) => !DASHED.test(text) && !PLAIN.test(text))
  )
    return [];
  const names = dashed.map(({ key }) => key);
  const all = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return [
    {
      line: first.line,
      column: level,
      what: 'A dash before a key begins a list',
      hint: `remove the dash${names.length === 1 ? '' : 'es'} before ${all}`,
      lines: new Map(dashed.map(({ line, text }) => [line, text.replace(/- +/, '')])),
      passes: Math.max(at, ...keys.map(({ line }) => line)),
    },
  ];
}

/** The lines with content at one indentation around an error. A line with less ends them; deeper lines belong to them. */
function keysAround(
  lines: readonly string[],
  { at, level }: { at: number; level: number },
): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  const walk = (step: 1 | -1, from: number) => {
    for (let line = from; line >= 0 && line < lines.length && Math.abs(line - at) <= LOOKED; line += step) {
      const text = lines[line];
      if (!isContent(text)) continue;
      if (indentOf(text) < level) return;
      if (indentOf(text) === level) found.push({ line, text });
    }
  };
  walk(-1, at);
  walk(1, at + 1);
  return found.toSorted((one, other) => one.line - other.line);
}
