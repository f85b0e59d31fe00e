import { plainText, printAmount, printNumber, printTable, timeOrNull } from '../print-values.ts';
import {
  type ChangedAlert,
  type Comparison,
  type LaneCount,
  type SentAlert,
  compareSent,
  countByLane,
  sentAlertsOf,
} from './compare-sent.ts';
import type { Unknown } from './read-past.ts';
import type { Replayed } from './replay-days.ts';
import { DAY, type Window, isoOf } from '../../../shared/domain/time/instant.ts';

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

/** What one file would have sent. */
export interface Totals {
  /** Alerts on news, each counted once for every transport that sends it. */
  alerts: number;
  /**
   * Of them those that were sent at once, and those that waited for a brief, for the end of quiet hours or for a
   * limit.
   */
  atOnce: number;
  waited: number;
  /** Alerts that still wait at the end, once for each lane. */
  waiting: number;
  /** Messages of all lanes: an alert, several, or a brief; summaries of first runs and heartbeats among them. */
  messages: number;
  smsParts: number;
  /** Undefined where a channel that sends SMS has no price. */
  smsCost: number | undefined;
  runs: number;
  /** Calls to the services that its runs would have made. */
  calls: number;
  /** The same for 30 days. */
  callsPerMonth: number;
}

/** A replay of two files. */
export interface ReplayResult {
  span: Window;
  file: string;
  stack: string;
  before: Totals;
  after: Totals;
  rows: readonly LaneCount[];
  comparison: Comparison;
  /** Calls that the replay itself has made, and the most that it may make. */
  calls: { used: number; most: number };
  unknown: readonly Unknown[];
}

const MONTH = 30 * DAY;

export function totalsOf({ sent, calls, runs, waiting }: Replayed, { span }: { span: Window }): Totals {
  const alerts = sent.flatMap(sentAlertsOf);
  const waited = alerts.filter((one) => one.waited).length;
  const sms = sent.flatMap(({ message }) => message.sms ?? []);
  return {
    alerts: alerts.length,
    atOnce: alerts.length - waited,
    waited,
    waiting,
    messages: sent.length,
    smsParts: sms.reduce((sum, { parts, numbers }) => sum + parts * numbers, 0),
    smsCost: sms.every(({ cost }) => cost !== undefined)
      ? withoutTail(sms.reduce((sum, { cost = 0 }) => sum + cost, 0))
      : undefined,
    runs,
    calls,
    callsPerMonth: Math.round((calls * MONTH) / (span.to - span.from)),
  };
}

/** A sum of prices without the tail that binary fractions leave. */
function withoutTail(sum: number): number {
  return Math.round(sum * 1e6) / 1e6;
}

/** Compares what two files would have sent. */
export function replayResult(
  { before, after }: Readonly<Record<'before' | 'after', Replayed>>,
  about: Pick<ReplayResult, 'span' | 'file' | 'stack' | 'calls' | 'unknown'>,
): ReplayResult {
  const sent = { before: before.sent.flatMap(sentAlertsOf), after: after.sent.flatMap(sentAlertsOf) };
  const comparison = compareSent(sent.before, sent.after);
  return {
    ...about,
    before: totalsOf(before, about),
    after: totalsOf(after, about),
    rows: countByLane(sent.before, sent.after, comparison),
    comparison,
  };
}

/** Whether the file would have sent the same. */
export function isSame({ comparison: { won, lost, changed }, before, after }: ReplayResult): boolean {
  return won.length + lost.length + changed.length === 0 && before.waiting === after.waiting;
}

/** Examples of alerts in texts, and in the JSON, which scripts read. */
export const MOST_EXAMPLES = 5;
const MOST_LISTED = 100;

/** What `--json` prints. Keys may be added, not renamed. */
export function replayDocument(result: ReplayResult) {
  const { span, comparison, calls, rows, unknown } = result;
  const { won, lost, changed, same } = comparison;
  return {
    from: timeOrNull(span.from),
    to: timeOrNull(span.to),
    file: result.file,
    stack: result.stack,
    same: isSame(result),
    inForce: totalsDocument(result.before),
    against: totalsDocument(result.after),
    byChannel: rows.map(({ before, after, ...row }) => ({ ...row, inForce: before, against: after })),
    won: listOf(won),
    lost: listOf(lost),
    changed: {
      alerts: changed.length,
      examples: changed.slice(0, MOST_LISTED).map(({ before, after }) => ({
        ...exampleOf(after),
        inForce: { severity: before.severity, waited: before.waited },
        against: { severity: after.severity, waited: after.waited },
      })),
    },
    unchanged: same,
    calls: { used: calls.used, most: calls.most },
    notReplayed: unknown,
  };
}

function totalsDocument({ smsCost, ...totals }: Totals) {
  return { ...totals, smsCost: smsCost ?? null };
}

function listOf(alerts: readonly SentAlert[]) {
  return { alerts: alerts.length, examples: alerts.slice(0, MOST_LISTED).map(exampleOf) };
}

function exampleOf({ channel, transport, severity, watchId, at, title, waited }: SentAlert) {
  return { watch: watchId, channel, transport, severity, at: timeOrNull(at), waited, title };
}
