import { yamlText } from '../../../shared/contracts/watches-file/problems/yaml-text.ts';
import { neighbour, type BrokenText, type Repair } from './repair.ts';

/** Longer lines are written by programs. */
const LONGEST_LINE = 2_000;

/** The line of an error and the one above, where YAML reports what is wrong inside of brackets. */
function linesNear({ lines, at }: BrokenText): { line: number; text: string }[] {
  const near = [at.line, neighbour(lines, Math.min(at.line, lines.length), -1)];
  return near.flatMap((line) => {
    const text = line === undefined ? undefined : lines[line];
    return line === undefined || text === undefined || text.length > LONGEST_LINE ? [] : [{ line, text }];
  });
}

/** A text with a `#` inside of brackets: the rest of the line, with the closing bracket, is a comment. */
export function mendComments(broken: BrokenText): Repair[] {
  return linesNear(broken).flatMap(({ line, text }): Repair[] => {
    const [, before, key, value, after] =
      /^(.*?[{,]\s*)([\w.-]+):\s+([^\s,{}[\]"'#][^,{}[\]"'#]* #[^,{}[\]"']*?)(\s*[,}][^]*)$/.exec(text) ?? [];
    if (before === undefined || key === undefined || value === undefined) return [];
    const written = `${key}: ${yamlText(value)}`;
    return [
      {
        line,
        column: text.indexOf(' #', before.length) + 1,
        what: 'YAML reads the text from # on as a comment',
        hint: `put the value in quotes: write ${written}`,
        unsure: true,
        lines: new Map([[line, `${before}${written}${after}`]]),
        passes: line,
      },
    ];
  });
}

/** Two commas with nothing between them. */
export function mendCommas(broken: BrokenText): Repair[] {
  return linesNear(broken).flatMap(({ line, text }): Repair[] => {
    const at = text.search(/,\s*,/);
    if (at < 0) return [];
    const lines = new Map([[line, text.replace(/,(\s*,)+/, ',')]]);
    return [
      { line, column: at, what: 'Two commas follow each other', hint: 'remove one', lines, passes: line },
    ];
  });
}

const PAIRS: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** A bracket that is open where another kind of bracket closes. */
export function mendCrossed(broken: BrokenText): Repair[] {
  return linesNear(broken).flatMap(({ line, text }) => crossedIn(line, text));
}

function crossedIn(line: number, text: string): Repair[] {
  const open: { sign: string; at: number }[] = [];
  let quote = '';
  for (const [at, sign] of Array.from(text).entries()) {
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (Object.hasOwn(PAIRS, sign)) open.push({ sign, at });
    else if (sign === ']' || sign === '}') {
      const last = open.pop();
      const closing = last && PAIRS[last.sign];
      if (!last || closing === undefined) return [];
      if (closing === sign) continue;
      const inside = text.slice(last.at, at).trimEnd();
      const meant = `${inside}${closing}${text.slice(last.at + inside.length, at) || ' '}${sign}`;
      return [
        {
          line,
          column: last.at,
          what: `The bracket ${last.sign} is not closed`,
          hint: `write ${meant}`,
          unsure: true,
          lines: new Map([[line, `${text.slice(0, last.at)}${meant}${text.slice(at + 1)}`]]),
          passes: line,
        },
      ];
    }
  }
  return [];
}
