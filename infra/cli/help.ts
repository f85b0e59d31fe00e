import type { Command, OptionSpec } from './command.ts';

/** The help of `bellwether` itself. */
export function overview(commands: readonly (readonly [string, { summary: string }])[]): string {
  const rows = commands.map(([name, { summary }]) => [name, summary] as const);
  return `Usage: bellwether COMMAND [options]

Monitors the news for a brand and alerts people when something happens. You define the watches in watches.yaml
(see docs/watches.md).

${columns(rows)}
Run bellwether COMMAND --help for details, and bellwether --version for the version. Exit codes: 0 done, 1 error or problem found, 2 plan found changes.
`;
}

/** The help of one command. */
export function commandHelp({ usage, about, options }: Command): string {
  const rows = Object.entries(options)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, spec]) => [flagOf(name, spec), spec.about] as const);
  return `Usage: bellwether ${usage}\n\n${about}\n\n${columns([...rows, ['--help', 'show this text']])}`;
}

function flagOf(name: string, { value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('');
}
