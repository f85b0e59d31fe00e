import type { TextFault } from './repair.ts';

/** Blanks that editors and web pages put into a text, and that YAML takes for letters. */
const BLANK = '[\\u00a0\\u1680\\u2000-\\u200b\\u202f\\u205f\\u3000\\ufeff]';
const AT_START = new RegExp(`^[ ]*${BLANK}[ ]*(?:${BLANK}[ ]*)*`);
const BEHIND_SIGN = new RegExp(`^(\\s*(?:- +)?[\\w.-]+:|\\s*-)${BLANK}+`);

/**
 * The text with plain spaces in place of other blanks before and behind a key. Lines that follow each other are one
 * mistake.
 */
export function mendBlanks(text: string): { text: string; faults: TextFault[] } {
  if (!new RegExp(BLANK).test(text)) return { text, faults: [] };
  const faults: (TextFault & { count: number })[] = [];
  const lines = text.split('\n').map((line, index) => {
    const plain = line
      .replace(AT_START, (blanks) => ' '.repeat(blanks.length))
      .replace(BEHIND_SIGN, (all, sign: string) => sign + ' '.repeat(all.length - sign.length));
    if (plain === line) return line;
    const last = faults.at(-1);
    if (last && last.line + last.count === index + 1) last.count += 1;
    else faults.push({ ...FAULT, line: index + 1, column: line.search(new RegExp(BLANK)) + 1, count: 1 });
    return plain;
  });
  return {
    text: lines.join('\n'),
    faults: faults.map(({ count, ...fault }) => ({
      ...fault,
      hint: count === 1 ? fault.hint : `replace them with spaces in ${count} lines`,
    })),
  };
}

const FAULT = {
  what: 'YAML does not read the blanks at the beginning of this line as spaces',
  hint: 'replace them with spaces',
};
