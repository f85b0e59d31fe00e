import { isoOf } from '../../../shared/domain/time/instant.ts';
import { plainText, printNumber } from '../print-values.ts';
import { byTransports, CAVEAT, changeText, costsOf, daysOf, verdictOf } from './print-replay.ts';
import { MOST_EXAMPLES, type ReplayResult } from './replay-document.ts';
import type { SentAlert } from './sent-alert.ts';

/** A replay as Markdown, for a comment on a pull request. Titles are news text: they can be neither links, mentions nor HTML. */
export function printMarkdown(result: ReplayResult): string {
  const { comparison, rows, unknown } = result;
  const [head = [], ...costs] = costsOf(result);
  return [
    `### What ${literal(result.file)} would have sent in the past ${daysOf(result)}`,
    literal(verdictOf(result)),
    ...(rows.length === 0
      ? []
      : [
          tableOf(
            ['Channel', 'By', 'Severity', 'In force', 'File', 'Won', 'Lost'],
            rows.map(({ channel, transport, severity, before, after, won, lost }) => [
              channel,
              transport,
              severity,
              ...[before, after, won, lost].map(printNumber),
            ]),
          ),
        ]),
    listOf('Won: only the file sends these', byTransports(comparison.won), lineOf),
    listOf('Lost: only what is in force sends these', byTransports(comparison.lost), lineOf),
    listOf(
      'Changed: both send these, but not alike',
      comparison.changed,
      (one) => `${lineOf(one.after)}: ${changeText(one)}`,
    ),
    tableOf(
      head.map((word) => word.charAt(0) + word.slice(1).toLowerCase()),
      costs,
    ),
    ...(unknown.length === 0
      ? []
      : [
          [
            'What this replay does not know:',
            '',
            ...unknown.map(({ watch, why }) => `- ${literal(watch)}: ${literal(why)}`),
          ].join('\n'),
        ]),
    CAVEAT,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function listOf<T>(title: string, all: readonly T[], line: (one: T) => string): string {
  if (all.length === 0) return '';
  const lines = all.slice(0, MOST_EXAMPLES).map((one) => `- ${line(one)}`);
  const more = all.length - lines.length;
  return [`**${title}**`, '', ...lines, ...(more > 0 ? [`- and ${printNumber(more)} more`] : [])].join('\n');
}

function lineOf({ at, severity, channel, transport, title, watchId }: SentAlert): string {
  const where = `${literal(channel)} (${transport})`;
  return `${isoOf(at).slice(0, 16).replace('T', ' ')} **${severity}** ${where}: ${literal(title)} (${literal(watchId)})`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(literal).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/**
 * Text that Markdown shows as it is. A backslash is before each mark; a character without width parts what GitHub would
 * turn into a mention, a reference or a link of its own accord.
 */
export function literal(text: string): string {
  return plainText(text)
    .replaceAll(/[\\`*_{}[\]()#+!|<>~&$^]/g, String.raw`\$&`)
    .replaceAll(/[@#]|:(?=\/\/)|(?<=www)\./gi, '$&\u200b');
}
