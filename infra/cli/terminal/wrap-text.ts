/** Narrower terminals get lines of this length; wider ones need no longer lines to read well. */
const NARROWEST = 40;
const WIDEST = 100;
/** In a pipe or a file. */
const DEFAULT_WIDTH = 80;

/** How many characters a line of help may have on a terminal of so many columns. */
export function helpWidth(columns: number | undefined): number {
  return Math.min(WIDEST, Math.max(NARROWEST, columns ?? DEFAULT_WIDTH));
}

/**
 * A text in lines of at most `width` characters, broken at spaces. Paragraphs and indented lines stay, a table of
 * names and texts keeps its columns; a word that
 * is longer than a line has its own line. Lines after the first are indented by `indent`.
 */
export function wrapText(text: string, width: number, indent = ''): string {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    if (paragraph.startsWith(' '))
      return paragraph
        .split('\n')
        .map((line) => wrapRow(line, width))
        .join('\n');
    return linesOf(paragraph.split(/\s+/), width - indent.length).join(`\n${indent}`);
  });
  return paragraphs.join('\n\n');
}

/** A row of a name and its text: the text stays in its column. Any other indented line stays as it is. */
function wrapRow(line: string, width: number): string {
  const [, name, text] = /^( +\S+ {2,})(\S.*)$/.exec(line) ?? [];
  if (name === undefined || text === undefined) return line;
  const indent = ' '.repeat(name.length);
  return `${name}${linesOf(text.split(/\s+/), width - name.length).join(`\n${indent}`)}`;
}

function linesOf(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width || line === '') line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
