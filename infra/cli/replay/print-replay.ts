import { DAY, isoOf } from '../../../shared/domain/time/instant.ts';
import { plainText, printAmount, printNumber, printTable } from '../print-values.ts';
import type { ChangedAlert } from './compare-sent.ts';
import { isSame, MOST_EXAMPLES, type ReplayResult, type Totals } from './replay-document.ts';
import type { SentAlert } from './sent-alert.ts';

/** A replay as text for a terminal. */
export function printReplay(result: ReplayResult): string {
  const { span, file, comparison, unknown } = result;
  return [
    `The past ${daysOf(result)}, ${dayOf(span.from)} to ${dayOf(span.to)}: what is in force in ${result.stack}, and ${plainText(file)}\n`,
    `\n${verdictOf(result)}\n`,
    ...(result.rows.length === 0 ? [] : [`\n${rowsOf(result)}`]),
    listOf(`Won: only ${plainText(file)} sends these`, byTransports(comparison.won), lineOf),
    listOf('Lost: only what is in force sends these', byTransports(comparison.lost), lineOf),
    listOf('Changed: both send these, but not alike', comparison.changed, changeOf),
    `\n${printTable(costsOf(result))}`,
    ...(unknown.length === 0
      ? []
      : [
          '\nWhat this replay does not know:\n',
          ...unknown.map(({ watch, why }) => `  ${plainText(watch)}: ${why}\n`),
        ]),
    `\n${CAVEAT}\n`,
  ].join('');
}

/** What numbers of a replay leave out. */
export const CAVEAT =
  'An alert counts once for each transport that sends it. Both sides begin without anything stored, so the first run of each watch is a first run. Mutes, failed runs and the limits of a plan are not replayed. Nothing was sent or changed.';

export function daysOf({ span }: ReplayResult): string {
  return printAmount(Math.round((span.to - span.from) / DAY), 'day');
}

/** In a sentence: the same, or how many alerts are won, lost and changed. */
export function verdictOf(result: ReplayResult): string {
  const { before, after, comparison, file } = result;
  const { won, lost, changed } = comparison;
  const name = plainText(file);
  if (isSame(result))
    return `No difference: ${name} would have sent the same as what is in force, ${sentOf(after)}.`;
  const parts = [
    `${printAmount(won.length, 'alert')} won`,
    `${printNumber(lost.length)} lost`,
    ...(changed.length > 0 ? [`${printNumber(changed.length)} changed`] : []),
  ];
  return `${name} would have sent ${sentOf(after)}, instead of ${sentOf(before)}: ${parts.join(', ')}.`;
}

function sentOf({ alerts, messages, atOnce, waited, waiting }: Totals): string {
  const rest =
    waiting === 0
      ? ''
      : ` (${printNumber(waiting)} more ${waiting === 1 ? 'waits' : 'wait'} at the end for a brief, for the end of quiet hours or for a limit)`;
  if (alerts === 0 && messages === 0) return `nothing${rest}`;
  if (alerts === 0)
    return `no alert${rest}, and ${printAmount(messages, 'message')} without one, such as a report`;
  const how = ` (${printNumber(atOnce)} at once, ${printNumber(waited)} later)`;
  return `${printAmount(alerts, 'alert')}${how} in ${printAmount(messages, 'message')}${rest}`;
}

function rowsOf({ rows }: ReplayResult): string {
  return printTable([
    ['CHANNEL', 'BY', 'SEVERITY', 'IN FORCE', 'FILE', 'WON', 'LOST'],
    ...rows.map(({ channel, transport, severity, before, after, won, lost }) => [
      channel,
      transport,
      severity,
      ...[before, after, won, lost].map(printNumber),
    ]),
  ]);
}

/** Rows of costs: what it is, in force, with the file. */
export function costsOf({ before, after, calls }: ReplayResult): string[][] {
  const smsOf = ({ smsParts, smsCost }: Totals) =>
    `${printNumber(smsParts)}${smsCost === undefined ? ' (no price in the file)' : ` for ${smsCost.toFixed(2)}`}`;
  const hasSms = before.smsParts + after.smsParts > 0;
  return [
    ['COST', 'IN FORCE', 'FILE'],
    ['calls to the services per month', printNumber(before.callsPerMonth), printNumber(after.callsPerMonth)],
    ...(hasSms ? [['SMS parts', smsOf(before), smsOf(after)]] : []),
    ['calls of this replay', `${printNumber(calls.used)} of at most ${printNumber(calls.most)}`, ''],
  ];
}

function listOf<T>(title: string, all: readonly T[], lineOf: (one: T) => string): string {
  if (all.length === 0) return '';
  const shown = all.slice(0, MOST_EXAMPLES).map((one) => `  ${lineOf(one)}\n`);
  const more = all.length - shown.length;
  return `\n${title}:\n${shown.join('')}${more > 0 ? `  and ${printNumber(more)} more\n` : ''}`;
}

/** The transports of one channel that sent the same alert, in one entry. */
export function byTransports(alerts: readonly SentAlert[]): SentAlert[] {
  const same = Map.groupBy(alerts, ({ alertId, channel }) => `${alertId}/${channel}`);
  return [...same.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, transport: [first, ...others].map(({ transport }) => transport).join(', ') }] : [],
  );
}

function lineOf({ at, severity, channel, transport, title, watchId }: SentAlert): string {
  return `${isoOf(at).slice(0, 16)}  ${severity}  ${channel} (${transport})  ${plainText(title)}  [${watchId}]`;
}

function changeOf({ before, after }: ChangedAlert): string {
  return `${lineOf(after)}: ${changeText({ before, after })}`;
}

/** `critical instead of warning, at once instead of later` */
export function changeText({ before, after }: ChangedAlert): string {
  const whenOf = ({ waited }: SentAlert) => (waited ? 'later' : 'at once');
  return [
    ...(before.severity === after.severity ? [] : [`${after.severity} instead of ${before.severity}`]),
    ...(before.waited === after.waited ? [] : [`${whenOf(after)} instead of ${whenOf(before)}`]),
  ].join(', ');
}

function dayOf(at: number): string {
  return isoOf(at).slice(0, 10);
}

/**
 * A replay as Markdown, for a comment on a pull request. Titles are news text: they can be neither links, mentions nor
 * HTML.
 */
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
    markdownList('Won: only the file sends these', byTransports(comparison.won), markdownLine),
    markdownList('Lost: only what is in force sends these', byTransports(comparison.lost), markdownLine),
    markdownList(
      'Changed: both send these, but not alike',
      comparison.changed,
      (one) => `${markdownLine(one.after)}: ${changeText(one)}`,
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

function markdownList<T>(title: string, all: readonly T[], line: (one: T) => string): string {
  if (all.length === 0) return '';
  const lines = all.slice(0, MOST_EXAMPLES).map((one) => `- ${line(one)}`);
  const more = all.length - lines.length;
  return [`**${title}**`, '', ...lines, ...(more > 0 ? [`- and ${printNumber(more)} more`] : [])].join('\n');
}

function markdownLine({ at, severity, channel, transport, title, watchId }: SentAlert): string {
  const where = `${literal(channel)} (${transport})`;
  return `${isoOf(at).slice(0, 16).replace('T', ' ')} **${severity}** ${where}: ${literal(title)} (${literal(watchId)})`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(literal).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/**
 * Text that Markdown shows as it is. A backslash is before each mark; a character without width parts what GitHub
 * would turn into a mention, a reference or a link of its own accord.
 */
export function literal(text: string): string {
  return plainText(text)
    .replaceAll(/[\\`*_{}[\]()#+!|<>~&$^]/g, String.raw`\$&`)
    .replaceAll(/[@#]|:(?=\/\/)|(?<=www)\./gi, '$&\u200b');
}
