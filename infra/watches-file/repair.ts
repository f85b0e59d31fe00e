/** A text that YAML cannot read, by its lines, and its first error. Lines and columns count from 0. */
export interface BrokenText {
  lines: readonly string[];
  at: { line: number; column: number };
  /** The code of the parser. */
  code: string;
}

/** A cause in the text, with its place: lines and columns count from 1. */
export interface TextFault {
  line: number;
  column: number;
  what: string;
  hint: string;
  /** What else is wrong on the line follows from this. */
  unsure?: true;
}

/** One likely cause of an error: what to say, and the lines as they were probably meant. */
export interface Repair {
  line: number;
  column: number;
  what: string;
  hint: string;
  /** The lines in place of others, by their index. */
  lines: ReadonlyMap<number, string>;
  /** The line that the next error must be behind. Left out: the line of the error. */
  passes?: number;
  /** The value on the line may still be wrong in a way that follows from this mistake. */
  unsure?: true;
}

/** Finds likely causes, the likeliest first. A repair is used only if YAML can then read more of the text. */
export type Mender = (broken: BrokenText) => Repair[];

/** A line `key: value`, also behind a dash. */
export interface Entry {
  /** All up to the value. */
  head: string;
  key: string;
  /** Without blanks at its ends. */
  value: string;
}

/** The entry that a line is; undefined for any other line. */
export function entryOf(line: string): Entry | undefined {
  const [, head, key, value] = /^([ \t]*(?:-[ \t]+)?([\w.-]+):[ \t]+)(\S.*)$/.exec(line.trimEnd()) ?? [];
  return head === undefined || key === undefined || value === undefined ? undefined : { head, key, value };
}

/** The blanks at the beginning of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

export function isContent(line: string | undefined): line is string {
  return line !== undefined && /^\s*[^\s#]/.test(line);
}

/** The index of the nearest line with content above or below a line; undefined where there is none. */
export function neighbour(lines: readonly string[], from: number, step: 1 | -1): number | undefined {
  for (let index = from + step; index >= 0 && index < lines.length; index += step)
    if (isContent(lines[index])) return index;
  return undefined;
}

/** Longer lines are written by programs. */
export const LONGEST_LINE = 2_000;

export interface NearLine {
  line: number;
  text: string;
}

/** The line of an error, and the nearest with content above it (-1) and below it (1). */
export function linesAround({ lines, at }: BrokenText, steps: readonly (1 | -1)[] = [-1, 1]): NearLine[] {
  const near = [at.line, ...steps.map((step) => neighbour(lines, Math.min(at.line, lines.length), step))];
  return near.flatMap((line) => {
    const text = line === undefined ? undefined : lines[line];
    return line === undefined || text === undefined || text.length > LONGEST_LINE ? [] : [{ line, text }];
  });
}
