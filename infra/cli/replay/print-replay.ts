import { DAY, isoOf } from '../../../shared/domain/time/instant.ts';
import { plainText, printAmount, printNumber, printTable } from '../print-values.ts';
import type { ChangedAlert } from './compare-sent.ts';
import { isSame, MOST_EXAMPLES, type ReplayResult, type Totals } from './replay-document.ts';
import type { SentAlert } from './sent-alert.ts';

/** How a replay is written: as text for a terminal, or as Markdown for a comment on a pull request. */
interface Form {
  /** Text from outside, such as a title. */
  plain: (text: string) => string;
  head: (text: string) => string;
  table: (rows: readonly (readonly string[])[]) => string;
  list: (title: string, lines: readonly string[]) => string;
}

const TERMINAL: Form = {
  plain: plainText,
  head: (text) => text,
  table: (rows) => printTable(rows).trimEnd(),
  list: (title, lines) => [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n'),
};

const MARKDOWN: Form = {
  plain: literal,
  head: (text) => `### ${text}`,
  table: ([head = [], ...rows]) => {
    const line = (cells: readonly string[]) => `| ${cells.map(literal).join(' | ')} |`;
    return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
  },
  list: (title, lines) => [`**${title}**`, '', ...lines.map((line) => `- ${line}`)].join('\n'),
};

/** A replay as text for a terminal, or as Markdown. */
export function printReplay(result: ReplayResult, { markdown = false } = {}): string {
  const form = markdown ? MARKDOWN : TERMINAL;
  const { plain } = form;
  const { span, file, comparison, rows, unknown } = result;
  const days = `${daysOf(result)}, ${dayOf(span.from)} to ${dayOf(span.to)}`;
  const listOf = (title: string, all: readonly string[]) => {
    const more = all.length - MOST_EXAMPLES;
    const rest = more > 0 ? [`and ${printNumber(more)} more`] : [];
    return all.length === 0 ? [] : [form.list(title, [...all.slice(0, MOST_EXAMPLES), ...rest])];
  };
  const linesOf = (alerts: readonly SentAlert[]) => byTransports(alerts).map((one) => lineOf(one, plain));
  const changes = comparison.changed.map((one) => `${lineOf(one.after, plain)}: ${changeText(one)}`);
  const unknowns = unknown.map(({ watch, why }) => `${plain(watch)}: ${plain(why)}`);
  const parts = [
    form.head(
      `What ${plain(file)} would have sent, and what is in force in ${result.stack}: the past ${days}`,
    ),
    plain(verdictOf(result)),
    ...(rows.length === 0 ? [] : [form.table(laneTable(result))]),
    ...listOf('Won: only the file sends these', linesOf(comparison.won)),
    ...listOf('Lost: only what is in force sends these', linesOf(comparison.lost)),
    ...listOf('Changed: both send these, but not alike', changes),
    form.table(costTable(result)),
    ...(unknown.length === 0 ? [] : [form.list('What this replay does not know', unknowns)]),
    CAVEAT,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What numbers of a replay leave out. */
const CAVEAT =
  'An alert counts once for each transport that sends it. Both sides begin without anything stored, so the first run of each watch is a first run. Mutes, failed runs and the limits of a plan are not replayed. Nothing was sent or changed.';

function daysOf({ span }: ReplayResult): string {
  return printAmount(Math.round((span.to - span.from) / DAY), 'day');
}

/** In a sentence: the same, or how many alerts are won, lost and changed. */
function verdictOf(result: ReplayResult): string {
  const { before, after, comparison, file } = result;
  const { won, lost, changed } = comparison;
  if (isSame(result))
    return `No difference: ${file} would have sent the same as what is in force, ${sentOf(after)}.`;
  const parts = [
    `${printAmount(won.length, 'alert')} won`,
    `${printNumber(lost.length)} lost`,
    ...(changed.length > 0 ? [`${printNumber(changed.length)} changed`] : []),
  ];
  return `${file} would have sent ${sentOf(after)}, instead of ${sentOf(before)}: ${parts.join(', ')}.`;
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

function laneTable({ rows }: ReplayResult): string[][] {
  return [
    ['CHANNEL', 'BY', 'SEVERITY', 'IN FORCE', 'FILE', 'WON', 'LOST'],
    ...rows.map(({ channel, transport, severity, before, after, won, lost }) => [
      channel,
      transport,
      severity,
      ...[before, after, won, lost].map(printNumber),
    ]),
  ];
}

/** Rows of costs: what it is, in force, with the file. */
function costTable({ before, after, calls }: ReplayResult): string[][] {
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

/** The transports of one channel that sent the same alert, in one entry. */
function byTransports(alerts: readonly SentAlert[]): SentAlert[] {
  const same = Map.groupBy(alerts, ({ alertId, channel }) => `${alertId}/${channel}`);
  return [...same.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, transport: [first, ...others].map(({ transport }) => transport).join(', ') }] : [],
  );
}

function lineOf(
  { at, severity, channel, transport, title, watchId }: SentAlert,
  plain: Form['plain'],
): string {
  const where = `${plain(channel)} (${transport})`;
  return `${isoOf(at).slice(0, 16)}  ${severity}  ${where}  ${plain(title)}  [${plain(watchId)}]`;
}

/** `critical instead of warning, at once instead of later` */
function changeText({ before, after }: ChangedAlert): string {
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
 * Text that Markdown shows as it is. A backslash is before each mark; a character without width parts what GitHub
 * would turn into a mention, a reference or a link of its own accord.
 */
function literal(text: string): string {
  return plainText(text)
    .replaceAll(/[\\`*_{}[\]()#+!|<>~&$^]/g, String.raw`\$&`)
    .replaceAll(/[@#]|:(?=\/\/)|(?<=www)\./gi, '$&\u200b');
}
