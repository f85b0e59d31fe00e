/** Letters first, then also digits, blanks, dots, slashes, at signs and dashes: never a marker of YAML. */
const PLAIN = /^\p{L}[\p{L}\p{N}._/@-]*(?: [\p{L}\p{N}._/@-]+)*$/u;
/** Words that YAML reads as something else. Norway's code is one. */
const AMBIGUOUS = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/** Safe in YAML, whatever it contains. Words that nothing can be confused with stay plain. */
export function quoted(value: string): string {
  const line = oneLine(value);
  return PLAIN.test(line) && !AMBIGUOUS.test(line) ? line : `'${line.replaceAll("'", "''")}'`;
}

/** `[a, b]` */
export function listOf(values: readonly string[]): string {
  return `[${values.map(quoted).join(', ')}]`;
}

/** Without line breaks and control characters, for comments too. */
export function oneLine(value: string): string {
  return value.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}

export function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}
