import type { Command, OptionSpec } from './command.ts';
import { wrapText } from './terminal/wrap-text.ts';

/** The help of `bellwether` itself. */
export function overview(
  commands: readonly (readonly [string, { summary: string }])[],
  width: number,
): string {
  const rows = commands.map(([name, { summary }]) => [name, summary] as const);
  return `Usage: bellwether COMMAND [options]

${wrapText(INTRO, width)}

${columns(rows, width)}
${wrapText(OUTRO, width)}
`;
}

const INTRO =
  'Monitors the news for a brand and alerts people when something happens. You define the watches in watches.yaml (see docs/watches.md).';
const OUTRO =
  'Run bellwether COMMAND --help for details, and bellwether --version for the version. Exit codes: 0 done, 1 error or problem found, 2 plan found changes.';

/** The help of one command. */
export function commandHelp({ usage, about, options }: Command, width: number): string {
  const rows = Object.entries(options)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, spec]) => [flagOf(name, spec), spec.about] as const);
  return `Usage: bellwether ${usage}\n\n${wrapText(about, width)}\n\n${columns([...rows, ['--help', 'show this text']], width)}`;
}

function flagOf(name: string, { value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function columns(rows: readonly (readonly [string, string])[], width: number): string {
  const left = Math.max(...rows.map(([name]) => name.length)) + 4;
  // On a narrow terminal a text is below its name.
  const isNarrow = width - left < LEAST_TEXT;
  const indent = ' '.repeat(isNarrow ? 6 : left);
  return rows
    .map(([name, text]) => {
      const wrapped = wrapText(text, width, indent);
      return isNarrow ? `  ${name}\n${indent}${wrapped}\n` : `${`  ${name}`.padEnd(left)}${wrapped}\n`;
    })
    .join('');
}

/** The narrowest column of texts, in characters. */
const LEAST_TEXT = 30;
