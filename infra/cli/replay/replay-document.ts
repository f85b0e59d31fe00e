import { DAY, type Window } from '../../../shared/domain/time/instant.ts';
import { timeOrNull } from '../print-values.ts';
import { type Comparison, compareSent, countByLane, type LaneCount } from './compare-sent.ts';
import type { Unknown } from './not-replayed.ts';
import type { Replayed } from './replay-days.ts';
import { type SentAlert, sentAlertsOf } from './sent-alert.ts';

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
